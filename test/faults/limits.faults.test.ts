import { spawnSync } from "node:child_process"
import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { prefaced } from "./support/Bundle.ts"
import { pulse } from "./support/Clients.ts"
import { doctor } from "./support/Doctor.ts"
import { fillLibrary, longVideo } from "./support/SampleVideos.ts"
import { canGroup, type MemoryGroup, memoryGroup } from "./support/MemoryGroup.ts"
import { isAlive } from "./support/Processes.ts"
import { Product, temporary } from "./support/Product.ts"
import { stubs } from "./support/Stubs.ts"
import { eventually, seen, timed } from "./support/Time.ts"

const canLimit = spawnSync("prlimit", ["--version"]).status === 0

/**
 * Regenerates the preview of the video. If the previous run is waiting for its automatic retry, retries it now. This
 * fails harmlessly if the automatic retry starts at the same time.
 */
const rebuild = async (product: Product, videoId: string) => {
  const { jobRunId } = await product.data("POST", `/api/jobs/rebuild-preview/${videoId}`)
  const isFailed = async () => (await product.data("GET", `/api/jobs/${jobRunId}`)).status === "failed"
  if (await isFailed())
    await product.data("POST", `/api/jobs/${jobRunId}/retry`).catch(async (error: unknown) => {
      if (await isFailed()) throw error
    })
  return jobRunId as string
}

const withLongVideo = async (product: Product) => {
  copyFileSync(await longVideo(), join(product.media, "long.avi"))
  const library = await product.addLibrary()
  await product.scanned(library.id)
  const [{ id: videoId }] = await product.rows(
    "select id from items v join item_files f on f.item_id = v.id where status = 'ready'"
  )
  return { library, videoId: videoId as string, paths: ["long.avi"] }
}

describe.skipIf(!canLimit)("F14 a limit on file sizes (needs prlimit)", () => {
  let product: Product
  beforeAll(async () => {
    product = await Product.start("fsize")
  })
  afterAll(() => product?.stop())

  /** Sets only the soft limit, so that the processes may raise the limit again. */
  const limitFiles = (bytes: number | "unlimited") => {
    for (const pid of [product.server()!, product.worker()!]) {
      const { status } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`])
      expect(status).toBe(0)
    }
  }

  it("fails a conversion that exceeds the limit with a reason, and keeps everything else working", async () => {
    const { library, paths, videoId } = await withLongVideo(product)
    const before = [product.server(), product.worker()]
    const health = pulse(async () => (await product.get("/api/health")).status)
    limitFiles(20_000)
    const run = await product.ended(await rebuild(product, videoId))
    const master = await product.get(`/api/video-stream/${videoId}/hls/master.m3u8`)
    const height = /(\d+)p\.m3u8/.exec(master.text)?.[1] ?? "180"
    const segment = await product
      .get(`/api/video-stream/${videoId}/hls/${height}p_2.ts`)
      .catch(() => undefined)
    const status = await product.data("GET", `/api/video-stream/${videoId}/hls/status`)
    paths.push(...(await fillLibrary(product.media, 3)))
    const scan = await product.ended(await product.scan(library.id))
    const source = await product.get(`/api/video-stream/${videoId}/source`)
    const beat = await health.stop()
    seen(
      "F14",
      `job: ${run.error?.message}; segment ${segment === undefined ? "broken off" : segment.status}; status ` +
        `${status.state}: ${status.error}; scan ${scan.status}; slowest health ${beat.slowestMs} ms`
    )
    expect([run.status, run.error.message]).toEqual(["failed", expect.stringMatching(/limit on file sizes/)])
    expect(status.error).toMatch(/limit on file sizes/)
    expect([scan.status, source.status, beat.bad]).toEqual(["completed", 200, 0])

    limitFiles("unlimited")
    // Retries the preview that the player requested, which has failed too.
    await product.data("POST", "/api/jobs/retry-failed", {})
    const healed = await product.ended(await rebuild(product, videoId))
    expect([healed.status, healed.error]).toEqual(["completed", null])
    await product.settled()
    expect([product.server(), product.worker()]).toEqual(before)
    expect(await doctor(product, { files: { rootId: library.rootId, paths } })).toEqual([])
  })
})

/**
 * Memory in MB that the worker allocates. It makes the worker the largest process, which the kernel would kill first by
 * default.
 */
const ballastMegabytes = 120
const groupMegabytes = 320

describe.skipIf(!canGroup)("F16 out of memory (needs root for a cgroup)", () => {
  let group: MemoryGroup
  let product: Product
  let folder: string
  let stub: ReturnType<typeof stubs>

  beforeAll(async () => {
    folder = temporary("memory")
    stub = stubs(folder)
    group = memoryGroup(groupMegabytes)
    const ballast = `globalThis.ballast = Buffer.alloc(${ballastMegabytes} * 2 ** 20, 1)`
    const worker = prefaced(folder, "worker", `${group.preface}\n${ballast}`)
    product = await Product.start("memory", { env: { ...stub.env, MEDIA_WORKER_ENTRY: worker } })
  })
  afterAll(async () => {
    await product?.stop()
    rmSync(folder, { recursive: true, force: true })
    await eventually("the group is empty", () => group.processes().length === 0)
    group.remove()
  })

  it("makes the kernel kill the tool that uses too much memory, and not the worker", async () => {
    const { library, paths, videoId } = await withLongVideo(product)
    const before = [product.server(), product.worker()]
    expect(group.processes()).toContain(product.worker())
    const health = pulse(async () => (await product.get("/api/health")).status)
    stub.set("devour")
    const { ms, value: run } = await timed(async () => product.ended(await rebuild(product, videoId)))
    const beat = await health.stop()
    seen("F16", `${run.status} after ${ms} ms: ${run.error?.message}; slowest health ${beat.slowestMs} ms`)
    expect([product.server(), product.worker()]).toEqual(before)
    expect([run.status, run.error.message]).toEqual(["failed", expect.stringMatching(/ran out of memory/)])
    expect(beat.bad).toBe(0)

    stub.set("real")
    const healed = await product.ended(await rebuild(product, videoId))
    expect([healed.status, healed.error]).toEqual(["completed", null])
    expect(await doctor(product, { files: { rootId: library.rootId, paths } })).toEqual([])
  })
})

describe("F17 a job that crashes its worker", () => {
  let product: Product
  let folder: string
  let stub: ReturnType<typeof stubs>

  beforeAll(async () => {
    folder = temporary("starved")
    stub = stubs(folder)
    product = await Product.start("starved", { env: stub.env })
  })
  afterAll(async () => {
    await product?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it("fails after its worker has died twice, while the other jobs complete", async () => {
    const paths = [...(await fillLibrary(product.media, 20))]
    copyFileSync(join(product.media, paths[0]!), join(product.media, "part 0", "video 1 poison.mp4"))
    paths.push("part 0/video 1 poison.mp4")
    const library = await product.addLibrary()
    const lists = pulse(async () => (await product.get("/api/videos")).status)
    stub.set("abort")
    const run = await product.scan(library.id)
    const [poison] = await eventually("the probe of the poison", async () => {
      const rows = await product.rows(`select id from jobs where target_label like '%poison.mp4'`)
      return rows.length > 0 && rows
    })
    const pids = new Set<number>()
    const { ms } = await timed(async () => {
      await eventually(
        "the poison is given up",
        async () => {
          const pid = product.worker()
          if (pid !== undefined) pids.add(pid)
          const [row] = await product.rows("select is_exhausted from job_runs where id = $1", [poison.id])
          return row.is_exhausted === true
        },
        60_000,
        async () => JSON.stringify(await product.rows("select * from job_runs where id = $1", [poison.id]))
      )
      await product.settled()
    })
    const beat = await lists.stop()
    const [end] = await product.rows("select status, attempts, error from job_runs where id = $1", [
      poison.id
    ])
    seen(
      "F17",
      `${pids.size} workers in ${ms} ms; the poison: ${end.status} after ${end.attempts} attempts: ` +
        `${end.error?.message}; lists meanwhile: slowest ${beat.slowestMs} ms, bad ${beat.bad} of ${beat.asked}`
    )
    // If the job was the only running job both times, it fails after two attempts. Otherwise, the cause is unclear, and
    // each job that was running is tried again alone.
    expect(end.status).toBe("failed")
    expect(end.attempts).toBeLessThanOrEqual(4)
    expect(end.error.message).toMatch(/^The worker died (twice|3 times) while it ran this job/)
    expect(pids.size).toBeGreaterThanOrEqual(2)
    expect(beat.bad).toBe(0)
    const others = await product.rows(
      "select queue_name, status, attempts, error from job_runs where id <> $1 and status <> 'completed'",
      [poison.id]
    )
    expect(others).toEqual([])
    const acknowledged = [run, poison.id as string]
    expect(await doctor(product, { acknowledged, files: { rootId: library.rootId, paths } })).toEqual([])

    stub.set("real")
    await eventually("the last worker", () => isAlive(product.worker() ?? 0))
    await product.data("POST", `/api/jobs/${poison.id}/retry`)
    await product.settled()
    expect(
      await product.rows(
        "select path from items v join item_files f on f.item_id = v.id where status <> 'ready'"
      )
    ).toEqual([])
    expect(await doctor(product, { files: { rootId: library.rootId, paths } })).toEqual([])
  })
})
