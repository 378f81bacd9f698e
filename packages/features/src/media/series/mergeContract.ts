import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { Body } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { seriesKind } from "./kind.ts"

export const SeriesMergeInput = Body({
  /** The series that receives the episodes. It must be in the same library. */
  into: Uuid,
  /** True to only count the affected seasons and episodes, without changing anything. */
  dryRun: Schema.optional(Schema.Boolean)
})
export type SeriesMergeInput = typeof SeriesMergeInput.Type

/** The numbers of seasons and episodes that a merge moves. */
export const SeriesMergeCounts = Schema.Struct({
  seasons: Schema.Int,
  /** Number of episode files that move. */
  episodes: Schema.Int,
  /** Number of moved episodes that become versions, because the target has an episode with the same number. */
  versions: Schema.Int,
  /** The id of the batch that contains the merge. Undo this batch to undo the merge. Null for a dry run. */
  batchId: Schema.NullOr(Uuid)
}).annotations({ identifier: "SeriesMergeCounts" })
export type SeriesMergeCounts = typeof SeriesMergeCounts.Type

/** Merges a series into another series of its library. */
export class SeriesMergeGroup extends HttpApiGroup.make("seriesMerge")
  .add(
    HttpApiEndpoint.post("merge", `${seriesKind.paths.list}/:id/merge`)
      .setPath(idPath)
      .setPayload(SeriesMergeInput)
      .addSuccess(Ok("SeriesMergeResponse", SeriesMergeCounts))
      .addError(FailNotFound)
      .addError(FailInvalid)
      .addError(FailConflict)
  )
  .middleware(RequireAdmin) {}
