import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { liveClient, viewer } from "./support/Clients.ts"
import { type Baseline, baselineOf, doctor } from "./support/Doctor.ts"
import { fillLibrary, longVideo } from "./support/SampleVideos.ts"
import { isAlive, processesOf, signal, toolsOn } from "./support/Processes.ts"
import { Product } from "./support/Product.ts"
import { byLength, chosenSeed, eventually, seeded, seen, sleep, timed } from "./support/Time.ts"

const fileCount = byLength(120, 600)
const seed = chosenSeed()
const random = seeded(seed)

let product: Product
let library: { readonly id: string; readonly rootId: string }
let baseline: Baseline
const acknowledged: Array<string> = []
const paths: Array<string> = []
const check = () => doctor(product, { acknowledged, files: { rootId: library.rootId, paths }, baseline })

beforeAll(async () => {
  seen("seed", `FAULTS_SEED=${seed}`)
  product = await Product.start("crashes")
  copyFileSync(await longVideo(), join(product.media, "long.avi"))
  paths.push("long.avi")
  library = await product.addLibrary()
  await product.scanned(library.id)
  baseline = baselineOf(product)
})
afterAll(() => product?.stop())

const more = async (count: number) => {
  paths.push(...(await fillLibrary(product.media, count, paths.length)))
}
const longVideoId = async (): Promise<string> =>
  (
    await product.rows("select id from items v join item_files f on f.item_id = v.id where path = 'long.avi'")
  )[0].id
const another = (pid: () => number | undefined, old: number | undefined) => () => {
  const now = pid()
  return now !== undefined && now !== old
}

it("F1 recovers when the worker is killed repeatedly while it scans and probes", async () => {
  await more(fileCount)
  acknowledged.push(await product.scan(library.id))
  const kills = byLength(2, 12)
  for (let n = 0; n < kills; n++) {
    await sleep(200 + random.below(1_500))
    const pid = product.worker()
    signal(pid, "SIGKILL")
    await eventually(
      "no tool survives its worker",
      () => toolsOn(product.media).length === 0 || !isAlive(pid!),
      3_000
    )
    await eventually("another worker", another(product.worker, pid))
  }
  const { ms } = await timed(() => product.settled(60_000))
  const attempts = await product.rows("select count(*)::int as n from job_attempts")
  seen(
    "F1",
    `${kills} kills over ${fileCount} files; all done ${ms} ms after the last; ${attempts[0].n} runs cut off`
  )
  expect(await check()).toEqual([])
})

it("F3 recovers when the server is killed while a player plays a video", async () => {
  const video = await longVideoId()
  const player = viewer(product, video)
  const waits: Array<number> = []
  for (let n = 0; n < byLength(2, 8); n++) {
    await sleep(500 + random.below(1_000))
    acknowledged.push(await product.scan(library.id))
    const pid = product.server()
    const asked = product.data("POST", `/api/libraries/${library.id}/scan`, {}).then(
      ({ jobRunIds }) => acknowledged.push(jobRunIds[0]),
      () => undefined
    )
    signal(pid, "SIGKILL")
    await asked
    const { ms } = await timed(() => product.healthy(60_000))
    waits.push(ms)
  }
  await player.stop()
  await product.settled(120_000)
  seen("F3", `healthy again after ${waits.join(", ")} ms; player ${JSON.stringify(player.counts)}`)
  expect(player.nonsense).toEqual([])
  expect(player.counts.good).toBeGreaterThan(0)
  expect(await check()).toEqual([])
})

it("F5 recovers after all database connections were terminated", async () => {
  const live = await liveClient(product)
  await eventually("a snapshot", () => live.messages.some(({ t }) => t === "snapshot"))
  const before = [product.server(), product.worker()]
  await product.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'media' and pid <> pg_backend_pid()"
  )
  const { ms } = await timed(() => product.healthy(60_000))
  // Waits until the worker has a new control connection and the server listens again.
  const { ms: listening } = await timed(() =>
    eventually(
      "LISTEN",
      async () =>
        (
          await product.rows(
            "select 1 from pg_stat_activity where application_name in ('media-listen', 'media-worker-control')"
          )
        ).length >= 2,
      15_000
    )
  )
  const run = await product.scan(library.id)
  acknowledged.push(run)
  const { ms: delivered } = await timed(() =>
    eventually("a live message about the run", () =>
      live.messages.some(({ runs }) => runs?.some(({ id }) => id === run))
    )
  )
  await product.ended(run)
  expect([product.server(), product.worker()]).toEqual(before)
  expect(live.isOpen()).toBe(true)
  live.close()
  seen(
    "F5",
    `healthy after ${ms} ms, LISTEN after ${listening} ms, live message ${delivered} ms after the command`
  )
  expect(await check()).toEqual([])
})

it("F6 recovers when the postmaster is killed or the database stops", async () => {
  for (const [pid, name] of [
    [product.postmaster(), "SIGKILL"],
    [undefined, "SIGQUIT"]
  ] as const) {
    const target = pid ?? product.postmaster()
    const before = [product.server(), product.worker()]
    acknowledged.push(await product.scan(library.id))
    signal(target, name)
    const away = await timed(() => product.get("/api/videos"))
    expect([200, 503]).toContain(away.value.status)
    if (away.value.status === 503) expect(away.value.json.error.code).toBe("not_ready")
    expect(away.ms).toBeLessThan(60_000)
    await eventually("another postmaster", another(product.postmaster, target))
    const { ms } = await timed(() => product.healthy(60_000))
    expect((await product.get("/api/videos")).status).toBe(200)
    seen(
      "F6",
      `${name}: answer ${away.value.status} after ${away.ms} ms, healthy ${ms} ms after the new postmaster`
    )
    expect([product.server(), product.worker()]).toEqual(before)
    await product.settled(60_000)
  }
  expect(await check()).toEqual([])
})

it("F2 ignores the results of a worker that was frozen beyond its lease", async () => {
  await more(20)
  const run = await product.scan(library.id)
  acknowledged.push(run)
  const frozen = product.worker()!
  await eventually("a frozen worker that holds a slot", async () => {
    signal(frozen, "SIGSTOP")
    if ((await product.rows("select 1 from slots where owner is not null")).length > 0) return true
    signal(frozen, "SIGCONT")
    return false
  })
  // Simulates a machine that was suspended: ends the worker's lease, and closes its connections to release its lock.
  await product.rows("update slots set lease = now() - interval '1 s' where owner is not null")
  await product.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'media-worker%'"
  )
  const reaped = await product.rows("select * from jobs_reap()")
  expect(reaped.length).toBeGreaterThan(0)
  await sleep(1_500)
  signal(frozen, "SIGCONT")
  await product.settled(60_000)
  seen(
    "F2",
    `slots taken over: ${JSON.stringify(reaped)}; the same worker continues: ${product.worker() === frozen}`
  )
  expect(await check()).toEqual([])
})

it("F4 does not lose, duplicate or block jobs after random faults", async () => {
  await more(byLength(60, 300))
  acknowledged.push(await product.scan(library.id))
  const video = await longVideoId()
  const player = viewer(product, video)
  const end = performance.now() + byLength(8_000, 300_000)
  const done: Array<string> = []
  const terminate = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
  const nemesis: Readonly<Record<string, () => unknown>> = {
    worker: () => signal(product.worker(), "SIGKILL"),
    server: () => signal(product.server(), "SIGKILL"),
    postmaster: () => signal(product.postmaster(), "SIGKILL"),
    backends: () => product.rows(terminate),
    all: () =>
      [product.worker(), product.server(), product.postmaster()].map((pid) => signal(pid, "SIGKILL")),
    freeze: async () => {
      const pid = product.worker()
      signal(pid, "SIGSTOP")
      await sleep(1_000)
      signal(pid, "SIGCONT")
    }
  }
  const names = Object.keys(nemesis)
  while (performance.now() < end) {
    const name = random.oneOf(names)
    done.push(name)
    await Promise.resolve(nemesis[name]!()).catch(() => undefined)
    const asked = product.scan(library.id).then(
      (id) => acknowledged.push(id),
      () => undefined
    )
    await Promise.all([asked, sleep(300 + random.below(2_500))])
  }
  const { ms } = await timed(async () => {
    await product.healthy(60_000)
    await eventually("a worker", product.worker, 60_000)
    await player.stop()
    await product.settled(60_000)
  })
  seen("F4", `${done.join(" ")}; whole again after ${ms} ms; player ${JSON.stringify(player.counts)}`)
  expect(player.nonsense).toEqual([])
  expect(await check()).toEqual([])
})

it("recovers after the launcher was killed", async () => {
  await more(40)
  acknowledged.push(await product.scan(library.id))
  await sleep(400)
  const { folder } = product
  signal(product.launcherPid, "SIGKILL")
  const { ms } = await timed(() =>
    eventually(
      "nothing is left",
      () => processesOf(folder).length === 0,
      10_000,
      () => JSON.stringify(processesOf(folder))
    )
  )
  const again = await timed(() => Product.start("crashes", { folder }))
  product = again.value
  await product.settled(60_000)
  acknowledged.push(await product.scan(library.id))
  await product.settled(60_000)
  seen("launcher killed", `nothing left after ${ms} ms, ready again ${again.ms} ms after the next start`)
  baseline = baselineOf(product)
  expect(await check()).toEqual([])
})
