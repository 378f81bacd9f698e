import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pulse } from "./support/Clients.ts"
import { doctor } from "./support/Doctor.ts"
import { fillLibrary, longVideo } from "./support/SampleVideos.ts"
import { isAlive, processes, signal, toolsOn } from "./support/Processes.ts"
import { Product, temporary } from "./support/Product.ts"
import { naps, stubs } from "./support/Stubs.ts"
import { byLength, eventually, seen, sleep, timed } from "./support/Time.ts"

let product: Product
let library: { readonly id: string; readonly rootId: string }
let set: (word: string) => void
let folder: string
let videoId: string
const paths: Array<string> = []
const stubProcesses = () => [
  ...toolsOn(folder, product.media),
  ...processes().filter(({ command, state }) => state !== "Z" && command === `sleep ${naps}`)
]

beforeAll(async () => {
  folder = temporary("stubs")
  const stub = stubs(folder)
  set = stub.set
  product = await Product.start("tools", { env: stub.env })
  copyFileSync(await longVideo(), join(product.media, "long.avi"))
  paths.push("long.avi")
  library = await product.addLibrary()
  await product.scanned(library.id)
  videoId = (
    await product.rows("select id from items v join item_files f on f.item_id = v.id where status = 'ready'")
  )[0].id
})
afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Waits until the run is no longer queued or started. Returns the run. */
const outcome = (id: string, millis = 120_000) => product.ended(id, millis)
/** Requests the preview. A run that waits for its next attempt is retried immediately. */
const rebuild = async (): Promise<string> => {
  const { jobRunId } = await product.data("POST", `/api/jobs/rebuild-preview/${videoId}`)
  if ((await product.data("GET", `/api/jobs/${jobRunId}`)).status === "failed") {
    await product.data("POST", `/api/jobs/${jobRunId}/retry`)
  }
  return jobRunId
}

describe.each(byLength(["flood", "crash", "nothing"], ["flood", "crash", "nothing", "garbage"]))(
  "F26 ffmpeg: %s",
  (mode) => {
    it("fails the job with a reason, and leaves no processes behind", async () => {
      set(mode)
      const heart = pulse(async () => (await product.get("/api/health")).status)
      const { value: run, ms } = await timed(async () => outcome(await rebuild()))
      const segment = await timed(() =>
        product.get(`/api/video-stream/${videoId}/hls/180p_0.ts`).catch(() => undefined)
      )
      const health = await heart.stop()
      seen(
        `F26 ffmpeg ${mode}`,
        `${run.status} after ${ms} ms: ${String(run.error?.message).slice(0, 120)}; playing ${segment.value?.status} ` +
          `in ${segment.ms} ms: ${segment.value?.text.trim().slice(0, 100)}; slowest health ${health.slowestMs} ms`
      )
      expect(run.status).toBe("failed")
      expect(run.error.message).toMatch(/\w{3,}/)
      expect(run.error.message.length).toBeLessThan(70_000)
      expect(health.bad).toBe(0)
      expect(health.slowestMs).toBeLessThan(15_000)
      expect(stubProcesses()).toEqual([])
      set("real")
      const healed = await outcome(await rebuild())
      expect([healed.status, healed.error]).toEqual(["completed", null])
      expect(await doctor(product, { files: { rootId: library.rootId, paths } })).toEqual([])
    })
  }
)

describe.each(byLength(["flood", "crash"], ["flood", "crash", "nothing", "garbage"]))(
  "F26 ffprobe: %s",
  (mode) => {
    it("fails the probe with a reason until a retry with a working tool succeeds", async () => {
      set(mode)
      paths.push(...(await fillLibrary(product.media, 1, paths.length)))
      const { ms } = await timed(async () => product.ended(await product.scan(library.id)))
      const [row] = await eventually("the probe ends", async () => {
        const rows = await product.rows(
          "select id, status, error from job_runs where queue_name = 'media-probe' and status = 'failed' order by id desc limit 1"
        )
        return rows.length > 0 && rows
      })
      seen(`F26 ffprobe ${mode}`, `${row.status}, scan ${ms} ms: ${String(row.error.message).slice(0, 120)}`)
      expect(row.error.message).toMatch(/\w{3,}/)
      expect(stubProcesses()).toEqual([])
      set("real")
      await product.data("POST", "/api/jobs/retry-failed", {})
      await product.settled()
      expect(
        await product.rows(
          "select path, status, failure from items v join item_files f on f.item_id = v.id where status <> 'ready'"
        )
      ).toEqual([])
      expect(await doctor(product, { files: { rootId: library.rootId, paths } })).toEqual([])
    })
  }
)

describe.each(byLength(["hang-stubborn"], ["hang", "hang-stubborn"]))("F25 tools that %s", (mode) => {
  it("stops the tool when a user cancels the job, and runs the next job", async () => {
    set(mode)
    const preview = await rebuild()
    await eventually("ffmpeg hangs", () => stubProcesses().length > 0)
    const login = await timed(() => product.login())
    const { ms } = await timed(async () => {
      await product.data("POST", `/api/jobs/${preview}/cancel`)
      await eventually(
        "no tool is left",
        () => stubProcesses().length === 0,
        60_000,
        () => JSON.stringify(stubProcesses())
      )
    })
    seen(`F25 ${mode}`, `gone ${ms} ms after the cancel; login meanwhile ${login.ms} ms`)
    expect(ms).toBeLessThan(60_000)
    expect(login.ms).toBeLessThan(15_000)
    set("real")
    expect((await outcome(await rebuild())).status).toBe("completed")
  })

  it("kills the tool together with its worker", async () => {
    set(mode)
    const preview = await rebuild()
    await eventually("ffmpeg hangs", () => stubProcesses().length > 0)
    const tools = stubProcesses().map(({ pid }) => pid)
    signal(product.worker(), "SIGKILL")
    const { ms } = await timed(() => eventually("the tools died", () => !tools.some(isAlive)))
    set("real")
    const begin = performance.now()
    await eventually(
      "the job completes",
      async () => {
        const run = await product.data("GET", `/api/jobs/${preview}`)
        return run.status === "completed"
      },
      60_000
    )
    seen(
      `F1/F25 ${mode}`,
      `tools gone after ${ms} ms; same run completed after ${Math.round(performance.now() - begin)} ms`
    )
    await sleep(100)
    expect(await doctor(product, { acknowledged: [preview] })).toEqual([])
  })
})
