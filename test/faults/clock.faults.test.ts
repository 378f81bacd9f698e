import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { liveClient, pulse, viewer } from "./support/Clients.ts"
import { type Baseline, baselineOf, doctor } from "./support/Doctor.ts"
import { fillLibrary, longVideo } from "./support/SampleVideos.ts"
import { Product, temporary } from "./support/Product.ts"
import { shiftedClock } from "./support/ShiftedClock.ts"
import { stubs } from "./support/Stubs.ts"
import { byLength, eventually, seen, sleep, timed } from "./support/Time.ts"

const day = 86_400_000

let product: Product
let folder: string
let clock: ReturnType<typeof shiftedClock>
let stub: ReturnType<typeof stubs>
let library: { readonly id: string; readonly rootId: string }
let videoId: string
let baseline: Baseline
const paths: Array<string> = []
const acknowledged: Array<string> = []

beforeAll(async () => {
  folder = temporary("clock")
  clock = shiftedClock(folder)
  stub = stubs(folder)
  product = await Product.start("clock", { env: { ...clock.env, ...stub.env } })
  copyFileSync(await longVideo(), join(product.media, "long.avi"))
  paths.push("long.avi", ...(await fillLibrary(product.media, 10, 1)))
  library = await product.addLibrary()
  await product.scanned(library.id)
  videoId = (
    await product.rows("select id from items v join item_files f on f.item_id = v.id where path = 'long.avi'")
  )[0].id
  baseline = baselineOf(product)
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Starts a probe that fails because its tool crashes, and returns its id. The probe is retried after the delay for a
 * first failure.
 */
const failingProbe = async (): Promise<string> => {
  stub.set("crash")
  paths.push(...(await fillLibrary(product.media, 1, paths.length)))
  acknowledged.push(await product.scan(library.id))
  const [{ id }] = await eventually("a probe waits for its next try", async () => {
    const rows = await product.rows(
      "select id from job_runs where queue_name = 'media-probe' and status = 'failed' and not is_exhausted"
    )
    return rows.length > 0 && rows
  })
  stub.set("real")
  return id as string
}

it.each([
  ["a day back", -day],
  ["a day ahead", day],
  ["back to the true time", 0]
])("F24 keeps sessions, retries, jobs and players working when the clock jumps %s", async (name, millis) => {
  const before = [product.server(), product.worker()]
  const live = await liveClient(product)
  const requests = pulse(async () => (await product.get("/api/auth/me")).status)
  const retried = await failingProbe()
  // The player starts only after the tool works again, because it requests previews, which would otherwise fail too.
  const player = viewer(product, videoId)
  paths.push(...(await fillLibrary(product.media, byLength(24, 400), paths.length)))
  const { jobRunId: preview } = await product.data("POST", `/api/jobs/rebuild-preview/${videoId}`)
  acknowledged.push(preview, await product.scan(library.id))

  await clock.set(millis)
  const sent = live.messages.length
  const retry = await timed(() =>
    eventually(
      "the retry",
      async () => (await product.data("GET", `/api/jobs/${retried}`)).status === "completed",
      15_000
    )
  )
  const settled = await timed(() => product.settled())
  // If heartbeats were timed by the wall clock, the server would miss some heartbeats during this time.
  await sleep(byLength(1_000, 40_000))
  await product.login()
  acknowledged.push(await product.scan(library.id))
  await product.settled()
  await eventually("live messages after the jump", () => live.messages.length > sent)
  const isOpen = live.isOpen()
  live.close()
  await player.stop()
  const result = await requests.stop()
  const taken = await product.rows(
    "select job_run_id, error from job_attempts where error ->> 'message' ~ 'worker'"
  )
  seen(
    `F24 ${name}`,
    `retry after ${retry.ms} ms, all jobs after ${retry.ms + settled.ms} ms; requests ` +
      `slowest ${result.slowestMs} ms, bad ${result.bad} of ${result.asked}; player ${JSON.stringify(player.counts)}`
  )
  expect(result.bad).toBe(0)
  expect(player.nonsense).toEqual([])
  expect(player.counts.good).toBeGreaterThan(0)
  expect(isOpen).toBe(true)
  // No job may be requeued while its worker is alive.
  expect(taken).toEqual([])
  expect([product.server(), product.worker()]).toEqual(before)
  const unfinished = await product.rows(
    "select id, queue_name, status, error from job_runs where status <> 'completed'"
  )
  expect(unfinished).toEqual([])
  expect(await doctor(product, { acknowledged, files: { rootId: library.rootId, paths }, baseline })).toEqual(
    []
  )
})
