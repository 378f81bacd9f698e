import { Uuid } from "@media/kernel/Ids"
import { Body, SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"

/** The entity to use: the id of an existing entity, `create` for a new entity, or `skip` for none. */
const Use = Schema.Union(Uuid, Schema.Literal("create", "skip"))
const Choice = Schema.Struct({ index: Schema.Int.pipe(Schema.between(0, 1_000)), use: Use })
const choices = Schema.optionalWith(Schema.Array(Choice).pipe(Schema.maxItems(1_000)), { exact: true })

const decided = {
  /**
   * The fields to accept. The default is all fields that differ and are not locked. A listed field is accepted even if
   * its value is locked.
   */
  fields: Schema.optionalWith(Schema.Array(SafeText(50)).pipe(Schema.maxItems(100)), { exact: true }),
  /** Values that the reviewer edited, keyed by field. These values count as the reviewer's own edits. */
  values: Schema.optionalWith(Schema.Record({ key: SafeText(50), value: Schema.Unknown }), { exact: true }),
  /**
   * Decisions about performers, tags and the studio. An entity without a decision is used if it matches an existing
   * entity, and skipped otherwise.
   */
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
  /**
   * The pictures to download. By default, the first picture of each role (poster, backdrop, logo) that the target does
   * not have yet.
   */
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
  /** The proposals of seasons and episodes to accept together with the proposal of their series. */
  cascade: Schema.optionalWith(
    Schema.Union(Schema.Literal("all"), Schema.Array(Uuid).pipe(Schema.maxItems(5_000))),
    { exact: true }
  ),
  /**
   * The `version` of the target during the review. If a selected field was edited after this version, the request fails
   * with 409.
   */
  expectedVersion: Schema.optionalWith(Schema.Int, { exact: true })
})
export type AcceptBody = typeof AcceptBody.Type

/**
 * How a run applies a field:
 * - `ignore`: skips the field.
 * - `overwrite`: replaces the current value.
 * - `merge`: combines the lists of a list field. Sets any other field only if it is empty.
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

/** A decision about a proposal, from a reviewer or from the options of a run. */
export const Decision = Schema.Struct({
  ...decided,
  modes,
  createMissing,
  setOrganized: Schema.optionalWith(Schema.Boolean, { exact: true })
})
export type Decision = typeof Decision.Type

/** The options of a run. The names are the same as in Stash. */
export const IdentifyOptions = Schema.Struct({
  fields: modes,
  createMissing,
  setOrganized: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Includes male performers. The default is true. */
  includeMalePerformers: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Skips items for which a source returns several results. */
  skipMultipleMatches: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Skips performers with a single name and no disambiguation. */
  skipSingleNamePerformers: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Accepts an item's only result without a review if it has at least this confidence. */
  autoAccept: Schema.optionalWith(Schema.Struct({ minConfidence: Schema.Int.pipe(Schema.between(0, 100)) }), {
    exact: true
  })
})
export type IdentifyOptions = typeof IdentifyOptions.Type
