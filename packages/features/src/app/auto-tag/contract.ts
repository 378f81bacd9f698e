import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, pageParams } from "@media/wire/Query"
import { RequireAdmin } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"

/** A performer, studio or tag whose name occurs in paths or titles of items that are not related to it. */
export const Proposal = Schema.Struct({
  entity: Schema.Struct({ id: Uuid, kind: EntityKind, name: Schema.String }),
  /** The number of items that the caller sees. */
  count: Schema.Int,
  /** The first five items. */
  sample: Schema.Array(Schema.Struct({ id: Uuid, title: Schema.String, words: Schema.String }))
}).annotations({ identifier: "AutoTagProposal" })
export type Proposal = typeof Proposal.Type

const entityIds = Schema.Array(Uuid).pipe(Schema.minItems(1), Schema.maxItems(500))

/** Proposals from names in paths and titles. Nothing is tagged until someone accepts a proposal. */
export class AutoTagGroup extends HttpApiGroup.make("autoTag")
  .add(
    /** Searches for names in a job, and replaces earlier proposals. Dismissed proposals are not made again. */
    HttpApiEndpoint.post("find", "/api/auto-tag/find")
      .setPayload(
        Body({
          kinds: Schema.Array(EntityKind).pipe(Schema.minItems(1)),
          libraryId: Schema.optional(Schema.NullOr(Uuid))
        })
      )
      .addSuccess(Ok("FindAutoTagsResponse", Schema.Struct({ batchId: Uuid })))
      .addError(FailNotFound)
  )
  .add(
    /** The most frequent names first. */
    HttpApiEndpoint.get("list", "/api/auto-tag")
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("AutoTagResponse", Proposal))
  )
  .add(
    /** Relates the proposed items to these entities in a job, as one batch. */
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
