import { uuidv7 } from "@media/kernel/Ids"
import { type Enqueue, enqueue, enqueueItem } from "@media/jobs/Enqueue"
import { plainProcessor } from "@media/jobs/Processor"
import { queue } from "@media/jobs/QueueDef"
import { WorkerPool } from "@media/jobs/WorkerPool"
import * as PgLive from "@media/pg/PgLive"
import { PgPool } from "@media/pg/PgPool"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { emptyDatabase, freshDatabase, startServer } from "./queue.database.ts"
import { installPeer, peerRate } from "./queue.peer.ts"

const jobsPerRound = 30_000
const rounds = 3
const samples = 200

const noop = queue({
  name: "fingerprint",
  label: "Fingerprint",
  payload: Schema.Struct({ n: Schema.Number })
})

const itemOf = (n: number, isDeduped: boolean): Enqueue =>
  enqueueItem(noop, {
    payload: { n },
    target: { type: "video", id: uuidv7(), label: `Video ${n}` },
    triggeredBy: "manual",
    ...(isDeduped ? { dedupeKey: `video-${n}` } : {})
  })

const itemsOf = (count: number, isDeduped: boolean) =>
  Array.from({ length: count }, (_, n) => itemOf(n, isDeduped))

const pgLayer = (url: string) =>
  PgLive.layer({ url, applicationName: "bench", maxConnections: 10, queryTimeoutMillis: 30_000 })

const secondsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const from = performance.now()
    return Effect.map(effect, () => (performance.now() - from) / 1_000)
  })

/**
 * Measures how many no-op jobs per second one of our queues runs at concurrency 1, including run records and events.
 */
const ourRate = (url: string) =>
  Effect.gen(function* () {
    yield* enqueue(itemsOf(jobsPerRound, false))
    const finished = yield* Effect.makeLatch()
    let left = jobsPerRound
    const body = plainProcessor(noop, () =>
      Effect.sync(() => {
        left -= 1
        if (left === 0) finished.unsafeOpen()
        return null
      })
    )
    const round = Effect.provide(finished.await, WorkerPool.layer({ processors: [body] }))
    return jobsPerRound / (yield* secondsOf(round))
  }).pipe(Effect.provide(pgLayer(url)))

/** Returns the sorted times in milliseconds from the call of `enqueue` until an idle queue starts the job. */
const latencies = (url: string) =>
  Effect.gen(function* () {
    let onStart: () => void = () => undefined
    const body = plainProcessor(noop, () => Effect.sync(() => (onStart(), null)))
    const measure = Effect.gen(function* () {
      const found: Array<number> = []
      yield* Effect.sleep("500 millis")
      for (let n = 0; n < samples; n++) {
        const from = performance.now()
        const started = Effect.async<void>((resume) => {
          onStart = () => {
            found.push(performance.now() - from)
            resume(Effect.void)
          }
        })
        const waiting = yield* Effect.fork(started)
        yield* Effect.yieldNow()
        yield* enqueue([itemOf(n, true)])
        yield* waiting.await
        yield* Effect.sleep("15 millis")
      }
      return found.sort((a, b) => a - b)
    })
    return yield* Effect.provide(measure, WorkerPool.layer({ processors: [body] }))
  }).pipe(Effect.provide(pgLayer(url)))

const enqueueRates = (url: string) =>
  Effect.gen(function* () {
    const plain = itemsOf(20_000, false)
    const keyed = itemsOf(20_000, true)
    const singles = itemsOf(500, false)
    return {
      plain: plain.length / (yield* secondsOf(enqueue(plain))),
      keyed: keyed.length / (yield* secondsOf(enqueue(keyed))),
      duplicates: keyed.length / (yield* secondsOf(enqueue(keyed))),
      single: singles.length / (yield* secondsOf(Effect.forEach(singles, (item) => enqueue([item]))))
    }
  }).pipe(Effect.provide(pgLayer(url)))

const bytesPerJob = Effect.gen(function* () {
  const pool = yield* PgPool
  const answer = yield* Effect.promise(() =>
    pool.query("select pg_total_relation_size('jobs') + pg_total_relation_size('events') as bytes")
  )
  return Number((answer.rows[0] as { bytes: unknown }).bytes) / jobsPerRound
})

/** Compares our queues with graphile-worker in alternating rounds on the same PostgreSQL server. */
export default async ({ log }: { readonly log: (line: string) => void }): Promise<void> => {
  const program = Effect.gen(function* () {
    const server = yield* startServer
    const { peer, version } = yield* installPeer
    const ours: Array<number> = []
    const theirs: Array<number> = []
    for (let round = 1; round <= rounds; round++) {
      const url = yield* freshDatabase(server, `ours${round}`)
      ours.push(yield* ourRate(url))
      const bytes = yield* Effect.provide(bytesPerJob, pgLayer(url))
      const rate = yield* peerRate(peer, yield* emptyDatabase(server, `peer${round}`), jobsPerRound)
      theirs.push(rate.perSecond)
      log(
        `round ${round}: ours ${ours.at(-1)?.toFixed(0)} jobs/s (${bytes.toFixed(0)} bytes a job kept), ` +
          `graphile-worker ${version} ${rate.perSecond.toFixed(0)} jobs/s, its add_jobs ${rate.enqueuePerSecond.toFixed(0)}/s`
      )
    }
    log(
      `no-op jobs/s, best: ours ${Math.max(...ours).toFixed(0)}, graphile-worker ${Math.max(...theirs).toFixed(0)}`
    )
    const rates = yield* enqueueRates(yield* freshDatabase(server, "rates"))
    log(
      `enqueue items/s: ${rates.plain.toFixed(0)} without key, ${rates.keyed.toFixed(0)} with dedupe key, ` +
        `${rates.duplicates.toFixed(0)} that are all queued already, ${rates.single.toFixed(0)} one at a time`
    )
    const found = yield* latencies(yield* freshDatabase(server, "latency"))
    const at = (share: number) => found[Math.floor(found.length * share)]?.toFixed(2)
    log(`enqueue to start, ms: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}`)
  })
  await Effect.runPromise(Effect.scoped(program) as Effect.Effect<void, unknown>)
}
