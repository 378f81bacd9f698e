import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import type { JobContext } from "@media/jobs/JobContext"
import { PermanentFailure } from "@media/jobs/Failures"
import { transaction } from "@media/pg/Transaction"
import type { PictureSet } from "@media/pictures/PictureSet"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { executeOnEntity } from "../../catalog/related/commands.ts"
import { pictureField } from "../../catalog/related/picture.ts"
import { isEntityKind } from "../../EntityKind.ts"
import { recordOfPicture } from "../../playback/pictures/keep.ts"
import { inHand } from "../../playback/pictures/make.ts"
import { onDisk } from "../../playback/pictures/onDisk.ts"
import { pictureSubject } from "../../playback/pictures/subject.ts"
import { applyToEntity } from "./applyEntity.ts"
import { applyToItem } from "./applyItem.ts"
import type { Decision } from "./decision.ts"
import { downloadPicture, forgetDownloads } from "./download.ts"
import { presentEntity } from "./present.ts"
import type { ProposalOutcome } from "./shapes.ts"
import { lockProposal, type StoredProposal } from "./stored.ts"

interface Wanted {
  readonly index: number
  readonly url: string
}

/**
 * The pictures to download: the selected ones, or the first one if the target has no uploaded or selected picture.
 */
const imagesOf = ({ found, targetId, targetKind }: StoredProposal, { fields, images }: Decision) =>
  Effect.gen(function* () {
    const all = found.images.map(({ url }, index): Wanted => ({ index, url }))
    const chosen = images?.flatMap(({ index }) => all[index] ?? [])
    if (chosen !== undefined) return chosen.slice(0, 1)
    const [first] = all
    // If only single fields were accepted, no picture is downloaded.
    if (first === undefined || fields !== undefined) return []
    if (isEntityKind(targetKind))
      return (yield* presentEntity(targetId)).fields[pictureField] === undefined ? [first] : []
    const subject = yield* pictureSubject(targetId)
    return Option.isSome(subject) && subject.value.choice === null && subject.value.artwork === null
      ? [first]
      : []
  })

/** Stores the bytes of a picture before it is recorded, because a recorded picture can be requested. */
const keep = (targetId: string, set: PictureSet) =>
  Effect.gen(function* () {
    const store = yield* PictureStore
    const digest = yield* onDisk(store.keepOwn(targetId, set))
    yield* onDisk(store.write(targetId, set))
    return { digest, set }
  })

const record = (
  { targetId, targetKind }: StoredProposal,
  { digest, set }: { readonly digest: string; readonly set: PictureSet },
  meta: EventMeta
) =>
  Effect.gen(function* () {
    if (isEntityKind(targetKind)) {
      const { height, thumbHash, version, width } = set
      const picture = { owner: targetId, version, width, height, thumbHash }
      yield* executeOnEntity(targetId, { _tag: "Edit", changes: { [pictureField]: picture } }, meta)
      return
    }
    const subject = yield* pictureSubject(targetId)
    if (Option.isNone(subject)) return
    const { made } = inHand(set, subject.value.source)
    yield* recordOfPicture(targetId, { _tag: "Choose", choice: { from: "upload", digest }, made }, meta)
  })

/** Writes all of a proposal or nothing. An interrupted job can repeat it, and a repeated one has no effect. */
const write = (
  id: string,
  pictures: ReadonlyArray<PictureSet>,
  failedImages: ProposalOutcome["failedImages"]
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const proposal = yield* lockProposal(id)
    if (proposal === undefined || proposal.status !== "accepted" || proposal.appliedAt !== null)
      return undefined
    const { changeId, decision, reviewedBy, targetId, targetKind } = proposal
    // Two proposals for one target would otherwise both merge their lists with the same current list.
    yield* sql`select pg_advisory_xact_lock(hashtextextended(${`proposals/${targetId}`}, 0))`
    const meta = {
      cause: "proposal",
      // The history shows the acceptance for the whole batch.
      follows: true as const,
      ...(reviewedBy === null ? {} : { actor: reviewedBy }),
      ...(changeId === null ? {} : { batchId: changeId })
    }
    const applied = isEntityKind(targetKind)
      ? yield* applyToEntity(targetKind, proposal, decision ?? {}, meta)
      : yield* applyToItem(proposal, decision ?? {}, meta)
    for (const picture of pictures) yield* record(proposal, yield* keep(targetId, picture), meta)
    const outcome: ProposalOutcome = { ...applied, failedImages }
    yield* forgetDownloads(id)
    yield* sql`update proposals set applied_at = now(), outcome = ${JSON.stringify(outcome)}::jsonb where id = ${id}::uuid`
    return outcome
  }).pipe(transaction)

const fail = (id: string, problem: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outcome: ProposalOutcome = { kept: [], created: [], failedImages: [], problem }
    yield* sql`update proposals set status = 'failed', outcome = ${JSON.stringify(outcome)}::jsonb
      where id = ${id}::uuid and status = 'accepted' and applied_at is null`
    yield* forgetDownloads(id)
    return yield* new PermanentFailure({ message: problem })
  })

/** Writes an accepted proposal. */
export const applyProposal = Effect.fn("proposals.apply")(function* (
  id: string,
  context: Pick<JobContext, "log" | "progress">
) {
  const proposal = yield* transaction(lockProposal(id))
  if (proposal === undefined || proposal.status !== "accepted" || proposal.appliedAt !== null)
    return { skipped: true }
  if (proposal.title === "") return yield* fail(id, "The item of this proposal no longer exists.")
  const images = yield* imagesOf(proposal, proposal.decision ?? {})
  const pictures: Array<PictureSet> = []
  const failed: Array<ProposalOutcome["failedImages"][number]> = []
  for (const { index, url } of images) {
    yield* context.progress({ phase: "Downloading pictures" })
    const picture = yield* downloadPicture({ proposalId: id, index, url })
    if (Either.isRight(picture)) pictures.push(picture.right)
    else {
      failed.push({ url, reason: picture.left })
      yield* context.log("warn", `A picture was not downloaded: ${picture.left}`)
    }
  }
  const outcome = yield* write(id, pictures, failed).pipe(
    Effect.catchTags({
      NotFound: () => fail(id, "The item of this proposal no longer exists."),
      NameTaken: ({ message }) => fail(id, message)
    })
  )
  return outcome === undefined
    ? { skipped: true }
    : { applied: true, kept: outcome.kept, created: outcome.created.length, failedImages: failed.length }
})
