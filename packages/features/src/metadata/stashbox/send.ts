import * as SqlClient from "@effect/sql/SqlClient"
import type { JobContext } from "@media/jobs/JobContext"
import { recordset, rowsOf } from "@media/pg/Rows"
import type { Submission, Submitted } from "@media/scrapers/stashbox/submit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type OpenBox, openBox } from "./box.ts"
import { FingerprintAlgorithm, Vote } from "./shapes.ts"

const Row = Schema.Struct({
  id: Schema.Number,
  algorithm: FingerprintAlgorithm,
  hash: Schema.String,
  sceneId: Schema.String,
  duration: Schema.Number,
  vote: Vote
})
type Row = typeof Row.Type
const columns = `id::int, algorithm, hash, scene_id as "sceneId", duration, vote`

/**
 * Maximum number of fingerprints per request. The limit is low, because all fingerprints of a request must be checked
 * if its response is lost.
 */
const perRequest = 100

type Outcome = { readonly status: "sent" | "refused" | "uncertain" | "queued"; readonly error: string | null }
const Ended = Schema.Struct({
  id: Schema.Int,
  status: Schema.Literal("sent", "refused", "uncertain", "queued"),
  error: Schema.NullOr(Schema.String)
})

const end = (ended: ReadonlyArray<Outcome & { readonly id: number }>) =>
  Effect.gen(function* () {
    if (ended.length === 0) return
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      update stashbox_submissions s set status = x.status, error = x.error,
        sent_at = case when x.status = 'sent' then now() else null end
      from ${recordset(Ended, ended).from} where s.id = x.id and s.status = 'sending'`
  })

const noAnswer =
  "The response of the stash-box was lost, and the stash-box does not report whether it received the fingerprint."

const isThere = (
  { vote }: Row,
  own: { readonly isSubmitted: boolean; readonly isReported: boolean } | undefined
) =>
  vote === "VALID"
    ? own?.isSubmitted === true
    : vote === "INVALID"
      ? own?.isReported === true
      : own?.isSubmitted !== true && own?.isReported !== true

/**
 * Checks submissions whose response was lost. Asks the stash-box whether it received them, and updates their status.
 * Therefore, no fingerprint is sent twice.
 */
const settle = ({ box }: OpenBox, rows: ReadonlyArray<Row>) =>
  Effect.forEach(
    new Set(rows.map(({ sceneId }) => sceneId)),
    (sceneId) =>
      Effect.flatMap(box.ownFingerprints(sceneId), (known) =>
        end(
          rows
            .filter((row) => row.sceneId === sceneId)
            .map((row) => {
              if (known === undefined) return { id: row.id, status: "uncertain", error: noAnswer }
              const own = known.find((each) => each.algorithm === row.algorithm && each.hash === row.hash)
              return { id: row.id, status: isThere(row, own) ? "sent" : "queued", error: null }
            })
        )
      ),
    { discard: true }
  )

const submissionOf = ({ algorithm, duration, hash, sceneId }: Row): Submission => ({
  algorithm,
  duration,
  hash,
  sceneId
})

const outcomeOf = (result: Submitted | undefined): Outcome => {
  if (result === undefined) return { status: "uncertain", error: noAnswer }
  return result.error === undefined
    ? { status: "sent", error: null }
    : { status: "refused", error: result.error.slice(0, 1_000) }
}

/**
 * Sends one request with up to 100 submissions, and returns the number of submissions. Before the request, the rows are
 * marked as `sending`. If the response is lost, a later attempt can find and check these rows.
 */
const sendSome = (open: OpenBox, endpointId: string, jobRunId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Row)(sql`
      update stashbox_submissions set status = 'sending', job_run_id = ${jobRunId}::uuid where id in (
        select id from stashbox_submissions where endpoint_id = ${endpointId} and status = 'queued' and vote = (
          select vote from stashbox_submissions where endpoint_id = ${endpointId} and status = 'queued'
          order by id limit 1)
        order by id limit ${perRequest} for update skip locked)
      returning ${sql.literal(columns)}`)
    const [first] = rows
    if (first === undefined) return 0
    const all = (outcome: Outcome) => end(rows.map(({ id }) => ({ id, ...outcome })))
    const results = yield* Effect.either(
      open.box.submitFingerprints(rows.map(submissionOf), first.vote === "VALID" ? undefined : first.vote)
    )
    if (results._tag === "Left") {
      const { code, reason } = results.left
      if (code === "refused") {
        yield* all({ status: "refused", error: reason })
        return rows.length
      }
      // After these two errors, the stash-box has certainly stored nothing, so the submissions can be sent again. After
      // other errors, the stash-box may have stored some of the submissions. Leave the rows as `sending`, so that the
      // next attempt checks them first.
      if (code === "busy" || code === "unauthorized") yield* all({ status: "queued", error: null })
      return yield* results.left
    }
    yield* end(rows.map((row, at) => ({ id: row.id, ...outcomeOf(results.right[at]) })))
    return rows.length
  })

/** Sends all pending submissions. Skips submissions that other running jobs are sending. */
export const sendSubmissions = Effect.fn("stashbox.send")(function* (
  endpointId: string,
  { jobRunId, progress }: Pick<JobContext, "jobRunId" | "progress">
) {
  const sql = yield* SqlClient.SqlClient
  const open = yield* openBox(endpointId)
  const lost = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)} from stashbox_submissions s
    where endpoint_id = ${endpointId} and status = 'sending' and (job_run_id = ${jobRunId}::uuid or not exists (
      select from job_runs j where j.id = s.job_run_id and j.status in ('queued', 'started')))
    order by id`)
  yield* settle(open, lost)
  let sent = lost.length
  for (;;) {
    const count = yield* sendSome(open, endpointId, jobRunId)
    if (count === 0) return { settled: lost.length, sent: sent - lost.length }
    sent += count
    yield* progress({ phase: `${sent} fingerprints sent` })
  }
})
