import * as SqlClient from "@effect/sql/SqlClient"
import type { JobContext } from "@media/jobs/JobContext"
import { PermanentFailure } from "@media/jobs/Failures"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { isEntityKind } from "../../EntityKind.ts"
import { applyToEntity } from "./applyEntity.ts"
import { applyToItem } from "./applyItem.ts"
import { downloadPicture, forgetDownloads } from "./download.ts"
import { keepPicture, type NewPicture, wantedPictures } from "./pictures.ts"
import type { ProposalOutcome } from "./shapes.ts"
import { lockProposal } from "./stored.ts"

/**
 * Writes all parts of a proposal or none of them. An interrupted job may call this function again, because a repeated
 * call has no effect.
 */
const write = (
  id: string,
  pictures: ReadonlyArray<NewPicture>,
  failedImages: ProposalOutcome["failedImages"]
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const proposal = yield* lockProposal(id)
    if (proposal === undefined || proposal.status !== "accepted" || proposal.appliedAt !== null)
      return undefined
    const { changeId, decision, reviewedBy, targetId, targetKind } = proposal
    // Two jobs may apply proposals to the same target. Without this lock, both could merge their proposal into the same
    // old list of the target, and one of the changes would be lost.
    yield* sql`select pg_advisory_xact_lock(hashtextextended(${`proposals/${targetId}`}, 0))`
    const meta = {
      cause: "proposal",
      // The history shows the acceptance of the whole batch as a single entry, and hides the changes that result from
      // the acceptance.
      follows: true as const,
      ...(reviewedBy === null ? {} : { actor: reviewedBy }),
      ...(changeId === null ? {} : { batchId: changeId })
    }
    const applied = isEntityKind(targetKind)
      ? yield* applyToEntity(targetKind, proposal, decision ?? {}, meta)
      : yield* applyToItem(proposal, decision ?? {}, meta)
    for (const picture of pictures) yield* keepPicture(proposal, picture, meta)
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

/** Downloads the pictures of an accepted proposal and writes the proposal. */
export const applyProposal = Effect.fn("proposals.apply")(function* (
  id: string,
  context: Pick<JobContext, "log" | "progress">
) {
  const proposal = yield* transaction(lockProposal(id))
  if (proposal === undefined || proposal.status !== "accepted" || proposal.appliedAt !== null)
    return { skipped: true }
  if (proposal.title === "") return yield* fail(id, "The item of this proposal no longer exists.")
  const images = yield* wantedPictures(proposal, proposal.decision ?? {})
  const pictures: Array<NewPicture> = []
  const failed: Array<ProposalOutcome["failedImages"][number]> = []
  for (const { index, role, url } of images) {
    yield* context.progress({ phase: "Downloading pictures" })
    const picture = yield* downloadPicture({ proposalId: id, index, role, url })
    if (Either.isRight(picture)) pictures.push({ role, set: picture.right })
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
