import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, pageParams } from "@media/wire/Query"
import { RequireAdmin } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"

/** A performer, studio or tag whose name is in the paths or titles of items that do not have it. */
export const Proposal = Schema.Struct({
  entity: Schema.Struct({ id: Uuid, kind: EntityKind, name: Schema.String }),
  /** Items that the caller sees. */
  count: Schema.Int,
  /** The first five. */
  sample: Schema.Array(Schema.Struct({ id: Uuid, title: Schema.String, words: Schema.String }))
}).annotations({ identifier: "AutoTagProposal" })
export type Proposal = typeof Proposal.Type

const entityIds = Schema.Array(Uuid).pipe(Schema.minItems(1), Schema.maxItems(500))

/** Names in paths and titles. Nothing is tagged before someone accepts it. */
export class AutoTagGroup extends HttpApiGroup.make("autoTag")
  .add(
    /** Looks for names in a job; earlier proposals are replaced, and dismissed ones are not made again. */
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
    /** The most frequent first. */
    HttpApiEndpoint.get("list", "/api/auto-tag")
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("AutoTagResponse", Proposal))
  )
  .add(
    /** Gives the proposed items these entities, in a job. All of it is one batch. */
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
