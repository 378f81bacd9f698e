import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import * as Schema from "effect/Schema"

export const Vote = Schema.Literal("VALID", "INVALID", "REMOVE")
export type Vote = typeof Vote.Type
export const SubmissionStatus = Schema.Literal("queued", "sending", "sent", "refused", "uncertain")
export const FingerprintAlgorithm = Schema.Literal("MD5", "OSHASH", "PHASH")

export const StashboxEndpoint = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  url: Schema.String,
  /** The last four characters of the key. No response contains more of the key. */
  apiKeyHint: Schema.String,
  /** True if the key must be entered again, because the secret that encrypted the key is lost. */
  needsKey: Schema.Boolean,
  /** The name of this stash-box's ids in `externalIds`. */
  idName: Schema.String,
  /**
   * `requestsLeft` is the number of requests that may be sent right now without waiting. `requestsLeft` and
   * `requestsPerMinute` apply to all processes together.
   */
  requestsLeft: Schema.Int,
  requestsPerMinute: Schema.Int,
  /**
   * Number of fingerprint submissions. `failed` counts submissions that the stash-box rejected or whose outcome is
   * uncertain.
   */
  submissions: Schema.Struct({ waiting: Schema.Int, sent: Schema.Int, failed: Schema.Int }),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotations({ identifier: "StashboxEndpoint" })
export type StashboxEndpoint = typeof StashboxEndpoint.Type

export const StashboxSubmission = Schema.Struct({
  id: Schema.Int,
  itemId: Uuid,
  /** The title of the item, or null if the item was deleted. */
  title: Schema.NullOr(Schema.String),
  algorithm: FingerprintAlgorithm,
  hash: Schema.String,
  duration: Schema.Int,
  sceneId: Schema.String,
  vote: Vote,
  status: SubmissionStatus,
  error: Schema.NullOr(Schema.String),
  requestedAt: Timestamp,
  sentAt: Schema.NullOr(Timestamp)
}).annotations({ identifier: "StashboxSubmission" })
export type StashboxSubmission = typeof StashboxSubmission.Type

const Fields = Schema.Record({ key: Schema.String, value: Schema.Unknown })
const FoundImage = Schema.Struct({
  url: Schema.String,
  width: Schema.optionalWith(Schema.Number, { exact: true }),
  height: Schema.optionalWith(Schema.Number, { exact: true })
})
const found = {
  /** The id on the stash-box. */
  remoteId: Schema.String,
  /** The URL of the page on the stash-box. */
  url: Schema.String,
  /** The values from the stash-box, with the field names of this API. */
  fields: Fields,
  images: Schema.Array(FoundImage)
}

/** A performer, studio or tag on the stash-box. */
export const FoundEntity = Schema.Struct({ name: Schema.String, ...found }).annotations({
  identifier: "StashboxFoundEntity"
})
export type FoundEntity = typeof FoundEntity.Type

const Named = Schema.Struct({
  name: Schema.String,
  as: Schema.optionalWith(Schema.String, { exact: true }),
  fields: Fields
})

/** A possible scene for the item. Its values are not written until the proposal is accepted. */
export const FoundScene = Schema.Struct({
  proposalId: Uuid,
  matchType: Schema.Literal("fingerprint", "id", "title"),
  /** Confidence from 0 to 100. */
  confidence: Schema.Int,
  ...found,
  relations: Schema.Struct({
    performers: Schema.Array(Named),
    tags: Schema.Array(Named),
    studio: Schema.NullOr(Named)
  })
}).annotations({ identifier: "StashboxFoundScene" })
export type FoundScene = typeof FoundScene.Type
