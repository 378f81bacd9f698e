import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull } from "@media/wire/Envelope"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import * as Schema from "effect/Schema"
import { MixedItem } from "../../catalog/items/contract.ts"
import { NextUp } from "../../media/series/contract.ts"
import { ItemKind } from "../../ItemKind.ts"

/** Items per row; `total` counts all that the caller may see. */
export const mostInRow = 20
/** Number of library rows: the most recently changed libraries. */
export const mostLibraries = 12

const Row = Schema.Struct({ items: Schema.Array(MixedItem), total: Schema.Int })

export const problemFields = {
  /** Jobs that failed permanently since this administrator last reviewed failures. */
  failed: Schema.Int,
  /** The files among their targets that cannot be read, one or more of a kind; each counts once. */
  unreadable: Schema.Array(Schema.Struct({ kind: ItemKind, files: Schema.Int })),
  /** Failed jobs that concern no such file. */
  failedOtherwise: Schema.Int
}
const Problems = Schema.Struct(problemFields)
export type Problems = typeof Problems.Type

export const Home = Schema.Struct({
  /** Started and not finished, last played first. */
  continueWatching: Row,
  /** The next episode of each series that was watched lately, the latest first. */
  nextUp: Schema.Array(NextUp),
  favorites: Row,
  /** Usable items, newest first. */
  recentlyAdded: Schema.Array(
    Schema.Struct({
      library: Schema.Struct({ id: Uuid, name: Schema.String }),
      /** The kinds in the library, the one with most items first. */
      kinds: Schema.Array(ItemKind),
      items: Schema.Array(MixedItem),
      total: Schema.Int
    })
  ),
  /** For administrators: failures that need attention, as in the jobs' summary. Null for others. */
  problems: Schema.NullOr(Problems)
}).annotations({ identifier: "Home" })
export type Home = typeof Home.Type

export class HomeGroup extends HttpApiGroup.make("home")
  .add(HttpApiEndpoint.get("get", "/api/home").addSuccess(Ok("HomeResponse", Home)))
  .middleware(RequireSession) {}

export class HomeAdminGroup extends HttpApiGroup.make("homeAdmin")
  .add(HttpApiEndpoint.put("reviewProblems", "/api/home/problems/reviewed").addSuccess(OkNull))
  .middleware(RequireAdmin) {}
