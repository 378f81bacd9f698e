import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Fail, Ok, OkNull } from "@media/wire/Envelope"
import { pageParams } from "@media/wire/Query"
import { reportAll } from "@media/wire/ReportAll"
import { idPath, resource } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { SelectionFilter } from "../../app/bulk/contract.ts"
import { SelectionChanged } from "../../app/bulk/errors.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { SourceKind, TargetKind } from "../../IdentifySource.ts"
import { AcceptBody, Decision, IdentifyOptions } from "./decision.ts"
import { Proposal, ProposalDetail, ProposalStatus } from "./shapes.ts"

const Confidence = Schema.NumberFromString.pipe(Schema.int(), Schema.between(0, 100))
const condition = {
  /** The id of a scraper, a stash-box or a plugin. */
  source: Schema.optional(Schema.String),
  /** The kind of the target. */
  kind: Schema.optional(TargetKind),
  batchId: Schema.optional(Uuid),
  targetId: Schema.optional(Uuid)
}
export const ProposalParams = Schema.Struct({
  ...pageParams,
  ...condition,
  status: Schema.optional(ProposalStatus),
  minConfidence: Schema.optional(Confidence)
})
export type ProposalParams = typeof ProposalParams.Type

export const ProposalFilter = Schema.Struct({
  ...condition,
  minConfidence: Schema.optional(Schema.Int.pipe(Schema.between(0, 100)))
}).annotations({ identifier: "ProposalFilter" })
export type ProposalFilter = typeof ProposalFilter.Type

/** Requires exactly one of `ids` and `filter`. */
const oneOf = <A extends { readonly ids?: unknown; readonly filter?: unknown }>(body: A) =>
  (body.ids === undefined) === (body.filter === undefined)
    ? { path: ["ids"], message: "exactly one of ids and filter must be given" }
    : undefined

export const AcceptManyBody = reportAll(
  Schema.Struct({
    ids: Schema.optional(Schema.Array(Uuid).pipe(Schema.minItems(1), Schema.maxItems(5_000))),
    /** Accepts matching pending proposals, except if their target has several pending proposals. */
    filter: Schema.optional(ProposalFilter),
    /** With `filter`: the number of matches that the user confirmed. If the number has changed, the response is 409. */
    expected: Schema.optional(Schema.Int.pipe(Schema.nonNegative())),
    fields: Decision.fields.fields,
    /** Counts the proposals without accepting them. */
    dryRun: Schema.optional(Schema.Boolean)
  }).pipe(Schema.filter(oneOf))
)
export type AcceptManyBody = typeof AcceptManyBody.Type

const Accepted = Schema.Struct({
  jobRunId: Uuid,
  /** Id of the change. Pass the id to `POST /api/history/undo` to undo the change. */
  changeId: Uuid
}).annotations({ identifier: "AcceptedProposal" })

const SourceName = Schema.Struct({ kind: SourceKind, id: Schema.String })
export const IdentifyBody = reportAll(
  Schema.Struct({
    /** Ids of items, performers, studios or tags. */
    ids: Schema.optional(Schema.Array(Uuid).pipe(Schema.minItems(1), Schema.maxItems(5_000))),
    /** Selects all matching items that are not marked as organized. */
    filter: Schema.optional(SelectionFilter),
    /** With `filter`: the number of matches that the user confirmed. If the number has changed, the response is 409. */
    expected: Schema.optional(Schema.Int.pipe(Schema.nonNegative())),
    /** The sources, in order. For each item, the first source with a result is used. */
    sources: Schema.Array(SourceName).pipe(Schema.minItems(1), Schema.maxItems(20)),
    options: Schema.optional(IdentifyOptions)
  }).pipe(Schema.filter(oneOf))
)
export type IdentifyBody = typeof IdentifyBody.Type

export const IdentifyChoice = Schema.Struct({
  kind: SourceKind,
  id: Schema.String,
  name: Schema.String,
  targets: Schema.Array(TargetKind),
  /** A message that tells users why the source cannot be used right now, or null. */
  problem: Schema.NullOr(Schema.String)
}).annotations({ identifier: "IdentifyChoice" })
export type IdentifyChoice = typeof IdentifyChoice.Type

export const IdentifyRun = Schema.Struct({
  batchId: Uuid,
  total: Schema.Int,
  /** The number of items that have not been looked up yet. */
  open: Schema.Int,
  proposed: Schema.Int,
  none: Schema.Int,
  failed: Schema.Int,
  /** The first 100 failures. */
  failures: Schema.Array(Schema.Struct({ id: Uuid, title: Schema.String, reason: Schema.String }))
}).annotations({ identifier: "IdentifyRun" })
export type IdentifyRun = typeof IdentifyRun.Type

const FailSelectionChanged = Fail(SelectionChanged, "selection_changed", 409, { matched: Schema.Int })

const proposals = resource({
  name: "Proposal",
  path: "/api/proposals",
  detail: ProposalDetail,
  summary: Proposal
})

/** Results of scrapers, stash-boxes and plugins. Nothing is written until a user accepts a result. */
export class ProposalsGroup extends HttpApiGroup.make("proposals")
  .add(
    /** Lists proposals, highest confidence first. */
    proposals.list.setUrlParams(ProposalParams)
  )
  .add(
    /** Returns a proposal, compared with the current values. */
    proposals.get
  )
  .add(
    HttpApiEndpoint.post("reject", "/api/proposals/:id/reject")
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    /** Accepts many proposals as one change. Locked fields are not changed. */
    HttpApiEndpoint.post("acceptMany", "/api/proposals/accept")
      .setPayload(AcceptManyBody)
      .addSuccess(
        Ok(
          "AcceptProposalsResponse",
          Schema.Struct({
            accepted: Schema.Int,
            changeId: Schema.NullOr(Uuid),
            jobRunIds: Schema.Array(Uuid)
          })
        )
      )
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailSelectionChanged)
  )
  .add(
    HttpApiEndpoint.get("sources", "/api/identify/sources").addSuccess(
      Ok("IdentifySourcesResponse", Schema.Array(IdentifyChoice))
    )
  )
  .add(
    /** Queues a job that looks up items and creates proposals. */
    HttpApiEndpoint.post("identify", "/api/identify")
      .setPayload(IdentifyBody)
      .addSuccess(
        Ok("IdentifyResponse", Schema.Struct({ jobRunId: Uuid, batchId: Uuid, matched: Schema.Int }))
      )
      .addError(FailNotFound)
      .addError(FailInvalid)
      .addError(FailSelectionChanged)
      .addError(FailTooBroad)
  )
  .add(
    /** Returns the outcome of a run for each item: a proposal, no result, or a failure with the reason. */
    HttpApiEndpoint.get("run", "/api/identify/:id")
      .setPath(idPath)
      .addSuccess(Ok("IdentifyRunResponse", IdentifyRun))
      .addError(FailNotFound)
  )
  .middleware(RequireAdmin) {}

const accept = <const Name extends string>(name: Name, path: `/${string}`, verb = "accept-scrape") =>
  HttpApiEndpoint.post(name, `${path}/:id/${verb}` as `/${string}`)
    .setPath(idPath)
    .setPayload(AcceptBody)
    .addSuccess(Ok("AcceptProposalResponse", Accepted))
    .addError(FailNotFound)
    .addError(FailInvalid)
    .addError(FailConflict)

/** Accepts a reviewed proposal for a target. A job then writes the values. */
export class AcceptGroup extends HttpApiGroup.make("acceptProposals")
  .add(accept("video", "/api/videos"))
  .add(accept("movie", "/api/video/movies"))
  .add(accept("episode", "/api/video/episodes"))
  .add(accept("series", "/api/video/series"))
  .add(accept("gallery", "/api/galleries"))
  .add(accept("image", "/api/images"))
  .add(accept("book", "/api/books"))
  .add(accept("track", "/api/audio-tracks"))
  .add(accept("album", "/api/audio-libraries"))
  .add(accept("performer", "/api/performers", "apply-scrape"))
  .add(accept("studio", "/api/studios", "apply-scrape"))
  .add(accept("tag", "/api/tags", "apply-scrape"))
  .middleware(RequireAdmin) {}
