import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Fail, Ok, Page } from "@media/wire/Envelope"
import { Body, OptionalBody, pageParams, SafeText, ShownText } from "@media/wire/Query"
import { reportAll } from "@media/wire/ReportAll"
import { idPath, resource } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound, FailNotReady, FailUpstream } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { SelectionFilter } from "../../app/bulk/contract.ts"
import { SelectionChanged } from "../../app/bulk/errors.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { IdentifyOptions } from "../proposals/decision.ts"
import {
  FoundEntity,
  FoundScene,
  StashboxEndpoint,
  StashboxSubmission,
  SubmissionStatus,
  Vote
} from "./shapes.ts"

const Name = ShownText(100).pipe(
  Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
)
const ApiKey = SafeText(4_000).pipe(
  Schema.filter((key) => /^\s*[\x21-\x7e]+\s*$/.test(key), {
    message: () => "must be an API key, without spaces"
  })
)
export const NewEndpoint = Body({ name: Name, url: SafeText(2_000), apiKey: ApiKey })
export type NewEndpoint = typeof NewEndpoint.Type
export const EndpointPatch = Body({
  name: Schema.optional(Name),
  /** If the host changes, the key must be sent again, so that no one can redirect the stored key to another server. */
  url: Schema.optional(SafeText(2_000)),
  apiKey: Schema.optional(ApiKey)
})
export type EndpointPatch = typeof EndpointPatch.Type

/** Maximum number of items per request. */
export const mostItems = 5_000
const ids = Schema.Array(Uuid).pipe(Schema.minItems(1), Schema.maxItems(mostItems))
/** `videoIds` is another name for `ids`. */
const named = { ids: Schema.optional(ids), videoIds: Schema.optional(ids) }
const namedOnce = ({ ids, videoIds }: { readonly ids?: unknown; readonly videoIds?: unknown }) =>
  (ids === undefined) === (videoIds === undefined)
    ? { path: ["ids"], message: "exactly one of ids and videoIds must be given" }
    : undefined

export const IdentifyRequest = reportAll(
  Schema.Struct({
    ...named,
    /** Selects all matching items that are not marked as organized. */
    filter: Schema.optional(SelectionFilter),
    /** With `filter`: the number of matches that the user confirmed. If the number has changed, the response is 409. */
    expected: Schema.optional(Schema.Int.pipe(Schema.nonNegative())),
    options: Schema.optional(IdentifyOptions)
  }).pipe(Schema.filter((body) => namedOnce({ ...body, ids: body.ids ?? body.filter })))
)
export type IdentifyRequest = typeof IdentifyRequest.Type

/** Contains `results` for a single item. For several items, a job creates proposals, and the other fields are set. */
const Identified = Schema.Struct({
  results: Schema.optionalWith(Schema.Array(FoundScene), { exact: true }),
  jobRunId: Schema.optionalWith(Uuid, { exact: true }),
  batchId: Schema.optionalWith(Uuid, { exact: true }),
  matched: Schema.optionalWith(Schema.Int, { exact: true })
})

export const SubmitRequest = reportAll(
  Schema.Struct({
    ...named,
    /** Selects all items that are linked to scenes of the stash-box. */
    linked: Schema.optional(Schema.Literal(true)),
    /** `VALID` submits fingerprints, `INVALID` reports them as wrong, `REMOVE` withdraws a submission or a report. */
    vote: Schema.optional(Vote),
    /** With `INVALID`, the scene that has the wrong fingerprint. By default, the scene to which the item is linked. */
    sceneId: Schema.optional(Uuid)
  }).pipe(Schema.filter((body) => namedOnce({ ...body, ids: body.ids ?? body.linked })))
)
export type SubmitRequest = typeof SubmitRequest.Type

export const LookupRequest = Body({
  /** A name, an id, or the URL of a page on the stash-box. */
  query: SafeText(500).pipe(
    Schema.filter((query) => query.trim() !== "", { message: () => "must not be empty" })
  )
})

const FailSelectionChanged = Fail(SelectionChanged, "selection_changed", 409, { matched: Schema.Int })

const endpoints = resource({
  name: "StashboxEndpoint",
  path: "/api/stashbox-endpoints",
  detail: StashboxEndpoint,
  summary: StashboxEndpoint
})
const one: `/${string}` = "/api/stashbox-endpoints/:id"

const lookup = <const Kind extends "performer" | "studio" | "tag">(kind: Kind, identifier: string) =>
  HttpApiEndpoint.post(
    `lookup${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as `lookup${Capitalize<Kind>}`,
    `${one}/lookup/${kind}`
  )
    .setPath(idPath)
    .setPayload(LookupRequest)
    .addSuccess(Ok(identifier, Schema.Struct({ results: Schema.Array(FoundEntity) })))
    .addError(FailInvalid)
    .addError(FailNotFound)
    .addError(FailConflict)
    .addError(FailNotReady)
    .addError(FailUpstream)

/** Routes for stash-boxes, which identify scenes by fingerprints. */
export class StashboxGroup extends HttpApiGroup.make("stashbox")
  .add(
    HttpApiEndpoint.get("list", "/api/stashbox-endpoints").addSuccess(
      Ok("StashboxEndpointsResponse", Schema.Array(StashboxEndpoint))
    )
  )
  .add(
    // Fails with `NotFound` if another request removes the new endpoint before it is returned.
    endpoints.create
      .setPayload(NewEndpoint)
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailNotReady)
  )
  .add(endpoints.get)
  .add(endpoints.update.setPayload(EndpointPatch).addError(FailConflict).addError(FailNotReady))
  .add(endpoints.remove)
  .add(
    /** Tests the API key: asks the stash-box for the account to which the key belongs and returns its user name. */
    HttpApiEndpoint.post("test", `${one}/test`)
      .setPath(idPath)
      .setPayload(OptionalBody({}))
      .addSuccess(Ok("StashboxTestResponse", Schema.Struct({ username: Schema.String })))
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailNotReady)
      .addError(FailUpstream)
  )
  .add(
    /**
     * Looks up items by fingerprints, then by their known id, then by title. A single item is looked up immediately,
     * and several items in a job.
     */
    HttpApiEndpoint.post("identify", `${one}/identify`)
      .setPath(idPath)
      .setPayload(IdentifyRequest)
      .addSuccess(Ok("StashboxIdentifyResponse", Identified))
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
      .addError(FailNotReady)
      .addError(FailSelectionChanged)
      .addError(FailTooBroad)
      .addError(FailUpstream)
  )
  .add(lookup("performer", "StashboxPerformersResponse"))
  .add(lookup("studio", "StashboxStudiosResponse"))
  .add(lookup("tag", "StashboxTagsResponse"))
  .add(
    /**
     * Queues a job that submits the fingerprints of items that are linked to scenes of the stash-box. No fingerprint is
     * sent twice.
     */
    HttpApiEndpoint.post("submitFingerprints", `${one}/submit-fingerprints`)
      .setPath(idPath)
      .setPayload(SubmitRequest)
      .addSuccess(
        Ok(
          "SubmitFingerprintsResponse",
          Schema.Struct({
            /** The job run that sends the fingerprints, or null if there are none to send. */
            jobRunId: Schema.NullOr(Uuid),
            queued: Schema.Int,
            /**
             * The number of skipped items. An item is skipped if it has no fingerprints, has no duration or is not
             * linked to a scene of this stash-box.
             */
            unfit: Schema.Int
          })
        )
      )
      .addError(FailInvalid)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.get("submissions", `${one}/submissions`)
      .setPath(idPath)
      .setUrlParams(Schema.Struct({ ...pageParams, status: Schema.optional(SubmissionStatus) }))
      .addSuccess(Page("StashboxSubmissionsResponse", StashboxSubmission))
      .addError(FailInvalid)
      .addError(FailNotFound)
  )
  .middleware(RequireAdmin) {}
