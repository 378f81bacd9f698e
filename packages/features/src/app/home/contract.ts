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

/** Maximum number of items per row. `total` of a row counts all items that the caller may see. */
export const mostInRow = 20
/** Maximum number of libraries with a row. The home page shows the libraries with the newest items. */
export const mostLibraries = 12

const Row = Schema.Struct({ items: Schema.Array(MixedItem), total: Schema.Int })

export const problemFields = {
  /** Number of jobs that failed permanently since the caller last reviewed failures. */
  failed: Schema.Int,
  /**
   * Numbers of unreadable files among the targets of the failed jobs, one entry per kind. Each file is counted once.
   */
  unreadable: Schema.Array(Schema.Struct({ kind: ItemKind, files: Schema.Int })),
  /** Number of failed jobs whose target is not an unreadable file. */
  failedOtherwise: Schema.Int
}
const Problems = Schema.Struct(problemFields)
export type Problems = typeof Problems.Type

export const Home = Schema.Struct({
  /** Items in progress, last played first. */
  continueWatching: Row,
  /** The next episode of each series, most recently watched series first. */
  nextUp: Schema.Array(NextUp),
  favorites: Row,
  /** Playable items of each library, newest first. */
  recentlyAdded: Schema.Array(
    Schema.Struct({
      library: Schema.Struct({ id: Uuid, name: Schema.String }),
      /** The kinds of items in the library, most frequent first. */
      kinds: Schema.Array(ItemKind),
      items: Schema.Array(MixedItem),
      /** Numbers of new episodes of the series in `items`. A series is shown instead of its episodes. */
      newEpisodes: Schema.Array(
        Schema.Struct({
          seriesId: Uuid,
          /** The season number, or null if the episodes belong to several seasons. */
          season: Schema.NullOr(Schema.Int),
          /** Number of visible episodes that were added within a week before the newest episode. */
          count: Schema.Int,
          /** Time at which the newest episode was added. */
          addedAt: Timestamp
        })
      ),
      total: Schema.Int
    })
  ),
  /** Failures that need attention, with the same numbers as in the job summary. Null for members. */
  problems: Schema.NullOr(Problems)
}).annotations({ identifier: "Home" })
export type Home = typeof Home.Type

export class HomeGroup extends HttpApiGroup.make("home")
  .add(HttpApiEndpoint.get("get", "/api/home").addSuccess(Ok("HomeResponse", Home)))
  .middleware(RequireSession) {}

export class HomeAdminGroup extends HttpApiGroup.make("homeAdmin")
  .add(HttpApiEndpoint.put("reviewProblems", "/api/home/problems/reviewed").addSuccess(OkNull))
  .middleware(RequireAdmin) {}
