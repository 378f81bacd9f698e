import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"

/** The part of graphile-worker that the comparison uses. */
interface Peer {
  readonly run: (options: object) => Promise<{ readonly stop: () => Promise<void> }>
  readonly Logger: new (factory: () => () => void) => object
  readonly runMigrations: (options: object) => Promise<void>
}

const temporary = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "bench-peer-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

const install = (directory: string) =>
  new Promise<void>((resolve, reject) =>
    execFile(
      "npm",
      ["install", "--no-audit", "--no-fund", "--prefix", directory, "graphile-worker"],
      (error) => (error === null ? resolve() : reject(error))
    )
  )

/** Installs the newest release of graphile-worker into a temporary directory. */
export const installPeer = Effect.gen(function* () {
  const directory = yield* temporary
  yield* Effect.promise(() => install(directory))
  const load = createRequire(join(directory, "package.json"))
  const { version } = load("graphile-worker/package.json") as { version: string }
  return { peer: load("graphile-worker") as Peer, version }
})

/**
 * Measures how many no-op jobs per second graphile-worker runs with the settings from its own performance page: a
 * local queue of 500 jobs, and completions batched without delay. Unlike ours, its queue deletes completed jobs and
 * keeps no events.
 */
export const peerRate = (peer: Peer, url: string, jobs: number) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    client.on("error", () => undefined)
    await client.connect()
    await peer.runMigrations({ connectionString: url })
    const started = performance.now()
    await client.query(
      `select graphile_worker.add_jobs(array(
         select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', 'noop',
           'payload', json_build_object('n', n)))
         from generate_series(1, $1) n))`,
      [jobs]
    )
    const enqueueSeconds = (performance.now() - started) / 1_000
    let left = jobs
    let done: () => void = () => undefined
    const finished = new Promise<void>((resolve) => (done = resolve))
    const from = performance.now()
    const runner = await peer.run({
      connectionString: url,
      logger: new peer.Logger(() => () => undefined),
      noHandleSignals: true,
      taskList: { noop: () => void (--left === 0 && done()) },
      preset: {
        worker: {
          concurrentJobs: 24,
          maxPoolSize: 10,
          localQueue: { size: 500 },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0
        }
      }
    })
    await finished
    const seconds = (performance.now() - from) / 1_000
    await runner.stop()
    await client.end()
    return { perSecond: jobs / seconds, enqueuePerSecond: jobs / enqueueSeconds }
  })
