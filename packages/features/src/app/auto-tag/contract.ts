import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, pageParams } from "@media/wire/Query"
import { RequireAdmin } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"

/** The kinds of entities that are searched for in paths and titles. Items of every kind can have these entities. */
export const AutoTagKind = Schema.Literal("performer", "studio", "tag")
export type AutoTagKind = typeof AutoTagKind.Type

/**
 * A proposed performer, studio or tag. The name of this entity occurs in the path or title of items that are not
 * related to the entity yet.
 */
export const Proposal = Schema.Struct({
  entity: Schema.Struct({ id: Uuid, kind: EntityKind, name: Schema.String }),
  /** Number of proposed items that the caller may see. */
  count: Schema.Int,
  /** The first five proposed items, with the words that match the name. */
  sample: Schema.Array(Schema.Struct({ id: Uuid, title: Schema.String, words: Schema.String }))
}).annotations({ identifier: "AutoTagProposal" })
export type Proposal = typeof Proposal.Type

const entityIds = Schema.Array(Uuid).pipe(Schema.minItems(1), Schema.maxItems(500))

/**
 * Proposes entities whose names occur in paths and titles. Items are changed only if an administrator accepts a
 * proposal.
 */
export class AutoTagGroup extends HttpApiGroup.make("autoTag")
  .add(
    /**
     * Starts a job that searches for names and replaces earlier proposals. The job does not propose dismissed entities
     * again.
     */
    HttpApiEndpoint.post("find", "/api/auto-tag/find")
      .setPayload(
        Body({
          kinds: Schema.Array(AutoTagKind).pipe(Schema.minItems(1)),
          libraryId: Schema.optional(Schema.NullOr(Uuid))
        })
      )
      .addSuccess(Ok("FindAutoTagsResponse", Schema.Struct({ batchId: Uuid })))
      .addError(FailNotFound)
  )
  .add(
    /** Lists the proposals, sorted by number of items in descending order. */
    HttpApiEndpoint.get("list", "/api/auto-tag")
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("AutoTagResponse", Proposal))
  )
  .add(
    /** Starts a job that relates the proposed items to these entities, in one batch. */
    HttpApiEndpoint.post("accept", "/api/auto-tag/accept")
      .setPayload(Body({ entityIds }))
      .addSuccess(Ok("AcceptAutoTagsResponse", Schema.Struct({ batchId: Uuid })))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.post("dismiss", "/api/auto-tag/dismiss")
      .setPayload(Body({ entityIds }))
      .addSuccess(OkNull)
  )
  .middleware(RequireAdmin) {}
