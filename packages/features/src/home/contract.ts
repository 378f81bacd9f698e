import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull } from "@media/wire/Envelope"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import * as Schema from "effect/Schema"
import { MixedItem } from "../items/contract.ts"
import { ItemKind } from "../items/kinds.ts"

/** Items of a row; `total` counts those that the caller may see, beyond the row. */
export const mostInRow = 20
/** Rows of libraries: those something was added to last. */
export const mostLibraries = 12

const Row = Schema.Struct({ items: Schema.Array(MixedItem), total: Schema.Int })

export const Home = Schema.Struct({
  /** Started and not finished, last played first. */
  continueWatching: Row,
  favorites: Row,
  /** What can be used, newest first. */
  recentlyAdded: Schema.Array(
    Schema.Struct({
      library: Schema.Struct({ id: Uuid, name: Schema.String }),
      /** Of what the library holds, the kind with most items first. */
      kinds: Schema.Array(ItemKind),
      items: Schema.Array(MixedItem),
      total: Schema.Int
    })
  ),
  /** For administrators: what wants to be looked at. Null for all others. */
  problems: Schema.NullOr(
    Schema.Struct({
      /** Jobs that failed for good since this administrator last reviewed failures; as `failed` of the jobs' summary. */
      failed: Schema.Int
    })
  )
}).annotations({ identifier: "Home" })
export type Home = typeof Home.Type

export class HomeGroup extends HttpApiGroup.make("home")
  .add(HttpApiEndpoint.get("get", "/api/home").addSuccess(Ok("HomeResponse", Home)))
  .middleware(RequireSession) {}

export class HomeAdminGroup extends HttpApiGroup.make("homeAdmin")
  .add(HttpApiEndpoint.put("reviewProblems", "/api/home/problems/reviewed").addSuccess(OkNull))
  .middleware(RequireAdmin) {}
