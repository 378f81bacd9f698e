import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import * as Schema from "effect/Schema"
import { MatchType, SourceKind, TargetKind } from "../../IdentifySource.ts"

export const ProposalStatus = Schema.Literal("pending", "accepted", "rejected", "superseded", "failed")
export type ProposalStatus = typeof ProposalStatus.Type

/** The outcome of applying a proposal. */
export const ProposalOutcome = Schema.Struct({
  /**
   * Fields that kept their value, because a user had locked them or the value comes from a file next to the item. The
   * proposed value is stored with lower precedence.
   */
  kept: Schema.Array(Schema.String),
  /** The names of performers, studios and tags that were created. */
  created: Schema.Array(Schema.String),
  /** The pictures that could not be downloaded, each with the reason as a message for users. */
  failedImages: Schema.Array(Schema.Struct({ url: Schema.String, reason: Schema.String })),
  /** The reason why the proposal was not written, as a message for users. */
  problem: Schema.optionalWith(Schema.String, { exact: true })
})
export type ProposalOutcome = typeof ProposalOutcome.Type

/** A stored result of a source, which a user can accept or reject. */
export const Proposal = Schema.Struct({
  id: Uuid,
  batchId: Schema.NullOr(Uuid),
  source: Schema.Struct({ kind: SourceKind, id: Schema.String, name: Schema.String }),
  target: Schema.Struct({ kind: TargetKind, id: Uuid, title: Schema.String }),
  action: Schema.String,
  matchType: MatchType,
  /** Confidence from 0 to 100. */
  confidence: Schema.Int,
  url: Schema.NullOr(Schema.String),
  status: ProposalStatus,
  parentId: Schema.NullOr(Uuid),
  createdAt: Timestamp,
  reviewedAt: Schema.NullOr(Timestamp),
  /** The batch id of the changes made by accepting the proposal. Pass this id to `POST /api/history/undo`. */
  changeId: Schema.NullOr(Uuid),
  jobRunId: Schema.NullOr(Uuid),
  /** Null until the proposal is applied. */
  outcome: Schema.NullOr(ProposalOutcome)
}).annotations({ identifier: "Proposal" })
export type Proposal = typeof Proposal.Type

export const ProposalDifference = Schema.Struct({
  field: Schema.String,
  current: Schema.Unknown,
  /** The source of the current value, such as `user` or `nfo`. Null if there is no value. */
  currentSource: Schema.NullOr(Schema.String),
  /** True if a user set the current value. Such a value is replaced only if the request lists this field. */
  isLocked: Schema.Boolean,
  proposed: Schema.Unknown
}).annotations({ identifier: "ProposalDifference" })
export type ProposalDifference = typeof ProposalDifference.Type

const Named = Schema.Struct({ id: Uuid, name: Schema.String })
export const ProposedEntity = Schema.Struct({
  index: Schema.Int,
  name: Schema.String,
  as: Schema.NullOr(Schema.String),
  role: Schema.NullOr(Schema.String),
  character: Schema.NullOr(Schema.String),
  matched: Schema.NullOr(Schema.Struct({ ...Named.fields, by: Schema.Literal("stashId", "name", "alias") })),
  /** If no entity matches, the three entities with the most similar names. */
  candidates: Schema.Array(Named),
  /** True if the matching entity is already assigned to the item. */
  isPresent: Schema.Boolean,
  /** The facts from the source. */
  fields: Schema.Record({ key: Schema.String, value: Schema.Unknown })
}).annotations({ identifier: "ProposedEntity" })
export type ProposedEntity = typeof ProposedEntity.Type

const MissingEpisode = Schema.Struct({
  season: Schema.NullOr(Schema.Int),
  /** The episode number. Null for a season. */
  episode: Schema.NullOr(Schema.Int),
  title: Schema.String
}).annotations({ identifier: "MissingEpisode" })

const ChildProposal = Schema.Struct({
  ...Proposal.fields,
  season: Schema.NullOr(Schema.Int),
  episode: Schema.NullOr(Schema.Int),
  episodeEnd: Schema.NullOr(Schema.Int),
  /** The title that the proposal would give to the file. */
  title: Schema.NullOr(Schema.String)
}).annotations({ identifier: "ChildProposal" })

export const ProposalDetail = Schema.Struct({
  ...Proposal.fields,
  /** The version of the target. Send this number as `expectedVersion`. */
  version: Schema.Int,
  /** The proposed values that differ from the current values. */
  diff: Schema.Array(ProposalDifference),
  relations: Schema.Struct({
    performers: Schema.Array(ProposedEntity),
    tags: Schema.Array(ProposedEntity),
    studio: Schema.NullOr(ProposedEntity)
  }),
  images: Schema.Array(
    Schema.Struct({
      index: Schema.Int,
      kind: Schema.String,
      url: Schema.String,
      width: Schema.NullOr(Schema.Number),
      height: Schema.NullOr(Schema.Number)
    })
  ),
  /** Values that the server cannot parse. Such values are not written. */
  notUnderstood: Schema.Array(
    Schema.Struct({ field: Schema.String, value: Schema.String, reason: Schema.String })
  ),
  /** For a series, the proposals for its seasons and episodes. */
  children: Schema.Array(ChildProposal),
  /** Seasons and episodes that the source lists but the library does not have. */
  missing: Schema.Array(MissingEpisode)
}).annotations({ identifier: "ProposalDetail" })
export type ProposalDetail = typeof ProposalDetail.Type
