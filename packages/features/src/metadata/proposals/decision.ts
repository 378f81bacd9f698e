import { Uuid } from "@media/kernel/Ids"
import { Body, SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"

/** An entity that exists, a new one, or none. */
const Use = Schema.Union(Uuid, Schema.Literal("create", "skip"))
const Choice = Schema.Struct({ index: Schema.Int.pipe(Schema.between(0, 1_000)), use: Use })
const choices = Schema.optionalWith(Schema.Array(Choice).pipe(Schema.maxItems(1_000)), { exact: true })

const decided = {
  /** Fields to take. Without it, all that differ and are not locked. A field that is named replaces a locked value. */
  fields: Schema.optionalWith(Schema.Array(SafeText(50)).pipe(Schema.maxItems(100)), { exact: true }),
  /** Edited values, by field. They count as edits of the reviewer. */
  values: Schema.optionalWith(Schema.Record({ key: SafeText(50), value: Schema.Unknown }), { exact: true }),
  /** The use of people, tags and the studio. Others are used if they match, and skipped otherwise. */
  relations: Schema.optionalWith(
    Schema.Struct({
      performers: choices,
      tags: choices,
      studio: Schema.optionalWith(Schema.Union(Schema.Struct({ use: Use }), Schema.Array(Choice)), {
        exact: true
      })
    }),
    { exact: true }
  ),
  /** Pictures to download. Without it, the first one if the target has no chosen picture. */
  images: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        index: Schema.Int.pipe(Schema.between(0, 1_000)),
        as: Schema.Literal("poster", "backdrop", "logo", "thumb")
      })
    ).pipe(Schema.maxItems(20)),
    { exact: true }
  ),
  /** Locks the values, so that no file and no later result replaces them. */
  lock: Schema.optionalWith(Schema.Boolean, { exact: true })
}

export const AcceptBody = Body({
  /** The proposal. */
  scrapeResultId: Uuid,
  ...decided,
  /** Proposals of seasons and episodes to accept with that of their series. */
  cascade: Schema.optionalWith(
    Schema.Union(Schema.Literal("all"), Schema.Array(Uuid).pipe(Schema.maxItems(5_000))),
    { exact: true }
  ),
  /** The `version` of the proposal that was reviewed. 409 if a field that is taken was edited since. */
  expectedVersion: Schema.optionalWith(Schema.Int, { exact: true })
})
export type AcceptBody = typeof AcceptBody.Type

/** How a field of a run is taken: not at all, in place of the present value, or only where there is none; lists are united. */
export const FieldMode = Schema.Literal("ignore", "overwrite", "merge")
export type FieldMode = typeof FieldMode.Type

const createMissing = Schema.optionalWith(
  Schema.Struct({
    performers: Schema.optionalWith(Schema.Boolean, { exact: true }),
    tags: Schema.optionalWith(Schema.Boolean, { exact: true }),
    studio: Schema.optionalWith(Schema.Boolean, { exact: true })
  }),
  { exact: true }
)
const modes = Schema.optionalWith(Schema.Record({ key: SafeText(50), value: FieldMode }), { exact: true })

/** The decision of a reviewer, or of the options of a run, about a proposal. */
export const Decision = Schema.Struct({
  ...decided,
  modes,
  createMissing,
  setOrganized: Schema.optionalWith(Schema.Boolean, { exact: true })
})
export type Decision = typeof Decision.Type

/** The options of a run, in the words of Stash. */
export const IdentifyOptions = Schema.Struct({
  fields: modes,
  createMissing,
  setOrganized: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Default true. */
  includeMalePerformers: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Proposes nothing for an item for which a source has several results. */
  skipMultipleMatches: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Leaves out performers with a single name and no disambiguation. */
  skipSingleNamePerformers: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Accepts a single result of at least this confidence without review. */
  autoAccept: Schema.optionalWith(Schema.Struct({ minConfidence: Schema.Int.pipe(Schema.between(0, 100)) }), {
    exact: true
  })
})
export type IdentifyOptions = typeof IdentifyOptions.Type
