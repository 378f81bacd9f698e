import { Uuid } from "@media/kernel/Ids"
import { Body, SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"

/** The id of an existing entity, or a new one, or none. */
const Use = Schema.Union(Uuid, Schema.Literal("create", "skip"))
const Choice = Schema.Struct({ index: Schema.Int.pipe(Schema.between(0, 1_000)), use: Use })
const choices = Schema.optionalWith(Schema.Array(Choice).pipe(Schema.maxItems(1_000)), { exact: true })

const decided = {
  /**
   * The fields to accept. By default, all that differ and are not locked. A selected field replaces a locked value.
   */
  fields: Schema.optionalWith(Schema.Array(SafeText(50)).pipe(Schema.maxItems(100)), { exact: true }),
  /** Edited values by field. They count as edits by the reviewer. */
  values: Schema.optionalWith(Schema.Record({ key: SafeText(50), value: Schema.Unknown }), { exact: true }),
  /** Decisions about people, tags and the studio. Those without one are used if they match, and skipped otherwise. */
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
  /** The pictures to download. By default, the first one if the target has no selected picture. */
  images: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        index: Schema.Int.pipe(Schema.between(0, 1_000)),
        as: Schema.Literal("poster", "backdrop", "logo", "thumb")
      })
    ).pipe(Schema.maxItems(20)),
    { exact: true }
  ),
  /** Locks the values, so that neither files nor later results replace them. */
  lock: Schema.optionalWith(Schema.Boolean, { exact: true })
}

export const AcceptBody = Body({
  /** The id of the proposal. */
  scrapeResultId: Uuid,
  ...decided,
  /** Proposals of seasons and episodes to accept together with their series. */
  cascade: Schema.optionalWith(
    Schema.Union(Schema.Literal("all"), Schema.Array(Uuid).pipe(Schema.maxItems(5_000))),
    { exact: true }
  ),
  /** The `version` of the target at the time of review. Fails with 409 if a selected field was edited since. */
  expectedVersion: Schema.optionalWith(Schema.Int, { exact: true })
})
export type AcceptBody = typeof AcceptBody.Type

/**
 * How a run applies a field: it ignores the field, replaces the current value, or only fills in an empty one. Lists are
 * merged.
 */
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

/** The decision about a proposal, by a reviewer or by the options of a run. */
export const Decision = Schema.Struct({
  ...decided,
  modes,
  createMissing,
  setOrganized: Schema.optionalWith(Schema.Boolean, { exact: true })
})
export type Decision = typeof Decision.Type

/** The options of a run, named as in Stash. */
export const IdentifyOptions = Schema.Struct({
  fields: modes,
  createMissing,
  setOrganized: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Default true. */
  includeMalePerformers: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Proposes nothing for items for which a source returns several results. */
  skipMultipleMatches: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Omits performers with a single name and no disambiguation. */
  skipSingleNamePerformers: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Accepts a single result of at least this confidence without review. */
  autoAccept: Schema.optionalWith(Schema.Struct({ minConfidence: Schema.Int.pipe(Schema.between(0, 100)) }), {
    exact: true
  })
})
export type IdentifyOptions = typeof IdentifyOptions.Type
