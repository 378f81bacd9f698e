import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { Uuid, uuidv7 } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import { normalized } from "@media/scrapers/stashbox/Fingerprint"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { visibleItems } from "../../platform/visibility/Visibility.ts"
import { deliveryOf } from "../proposals/queue.ts"
import type { SubmitRequest } from "./contract.ts"
import { findEndpointRow } from "./queries.ts"
import { FingerprintAlgorithm, Vote } from "./shapes.ts"
import { type Subject, subjectsOf } from "./subjects.ts"

const Wanted = Schema.Struct({
  itemId: Uuid,
  algorithm: FingerprintAlgorithm,
  hash: Schema.String,
  sceneId: Schema.String,
  duration: Schema.Int,
  vote: Vote
})
const Queued = Schema.Struct({ id: Schema.Number })

const wantedOf = (
  { duration, fingerprints, id, remoteId }: Subject,
  vote: Vote,
  sceneId = remoteId
): ReadonlyArray<typeof Wanted.Type> => {
  const seconds = Math.round(duration ?? 0)
  return sceneId === undefined || seconds <= 0
    ? []
    : fingerprints.map((fingerprint) => ({
        ...normalized(fingerprint),
        ...{ itemId: id, sceneId, duration: seconds, vote }
      }))
}

const Linked = Schema.Struct({ id: Schema.String })
const linkedItems = (idName: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Linked)(
      sql`select item_id as id from item_sources where shown -> 'externalIds' ->> ${idName} is not null`
    )
    return rows.map(({ id }) => id)
  })

/**
 * Adds fingerprints to the ledger, and queues the job that sends them. Skips fingerprints that are already in the
 * ledger, unless the vote differs or their submission was rejected or is uncertain.
 */
export const requestSubmission = Effect.fn("stashbox.submit")(function* (
  principal: Principal,
  endpointId: string,
  { ids, linked, sceneId, videoIds, vote = "VALID" }: SubmitRequest
) {
  const { idName } = yield* findEndpointRow(endpointId)
  yield* Access.require(principal, "administrate")
  const named = linked === true ? yield* linkedItems(idName) : (ids ?? videoIds ?? [])
  const visible = (yield* visibleItems(principal, named)).map(({ id }) => id)
  const subjects = yield* subjectsOf(idName, visible)
  const wanted = [...subjects.values()].map((subject) => wantedOf(subject, vote, sceneId))
  const rows = wanted.flat()
  const unfit = new Set(named).size - wanted.filter(({ length }) => length > 0).length
  const batchId = uuidv7()
  return yield* transaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queued =
        rows.length === 0
          ? []
          : yield* rowsOf(Queued)(sql`
              insert into stashbox_submissions
                (endpoint_id, item_id, requested_at, duration, algorithm, hash, scene_id, vote, status)
              select ${endpointId}::uuid, x.item_id, now(), x.duration, x.algorithm, x.hash, x.scene_id, x.vote, 'queued'
              from ${recordset(Wanted, rows).from}
              where x.vote <> 'REMOVE' or exists (select from stashbox_submissions s
                where s.endpoint_id = ${endpointId} and s.item_id = x.item_id and s.algorithm = x.algorithm
                  and s.hash = x.hash)
              on conflict (item_id, endpoint_id, algorithm, hash) do update set vote = excluded.vote,
                status = 'queued', requested_at = now(), sent_at = null, error = null, duration = excluded.duration,
                scene_id = case when excluded.vote = 'REMOVE' then stashbox_submissions.scene_id
                           else excluded.scene_id end
              where stashbox_submissions.status <> 'sending' and (stashbox_submissions.vote <> excluded.vote
                or stashbox_submissions.status in ('refused', 'uncertain'))
              returning id::int`)
      if (queued.length === 0) return { jobRunId: null, queued: 0, unfit }
      const [job] = yield* enqueue([
        deliveryOf({ kind: "stashbox", id: endpointId, batchId, label: "Fingerprints for a stash-box" })
      ])
      return { jobRunId: job!.jobRunId, queued: queued.length, unfit }
    })
  )
})
