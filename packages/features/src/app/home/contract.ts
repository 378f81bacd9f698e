import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
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
  /** The number of jobs that failed permanently since this administrator last reviewed failures. */
  failed: Schema.Int,
  /** The number of unreadable files among the targets of these jobs, by kind. Each file counts once. */
  unreadable: Schema.Array(Schema.Struct({ kind: ItemKind, files: Schema.Int })),
  /** The number of failed jobs without an unreadable file. */
  failedOtherwise: Schema.Int
}
const Problems = Schema.Struct(problemFields)
export type Problems = typeof Problems.Type

export const Home = Schema.Struct({
  /** Items in progress, last played first. */
  continueWatching: Row,
  /** The next episode of each recently watched series, latest first. */
  nextUp: Schema.Array(NextUp),
  favorites: Row,
  /** Usable items, newest first. */
  recentlyAdded: Schema.Array(
    Schema.Struct({
      library: Schema.Struct({ id: Uuid, name: Schema.String }),
      /** The kinds in the library, the one with the most items first. */
      kinds: Schema.Array(ItemKind),
      items: Schema.Array(MixedItem),
      /** The newest episodes of series among the items, which represent them. */
      newEpisodes: Schema.Array(
        Schema.Struct({
          seriesId: Uuid,
          /** The number of their season; null if they are in several. */
          season: Schema.NullOr(Schema.Int),
          /** Episodes that the caller may see and that were added within a week of the newest one. */
          count: Schema.Int,
          /** When the newest one was added. */
          addedAt: Timestamp
        })
      ),
      total: Schema.Int
    })
  ),
  /** Failures that need attention, as in the job summary, for administrators. Null for others. */
  problems: Schema.NullOr(Problems)
}).annotations({ identifier: "Home" })
export type Home = typeof Home.Type

export class HomeGroup extends HttpApiGroup.make("home")
  .add(HttpApiEndpoint.get("get", "/api/home").addSuccess(Ok("HomeResponse", Home)))
  .middleware(RequireSession) {}

export class HomeAdminGroup extends HttpApiGroup.make("homeAdmin")
  .add(HttpApiEndpoint.put("reviewProblems", "/api/home/problems/reviewed").addSuccess(OkNull))
  .middleware(RequireAdmin) {}
