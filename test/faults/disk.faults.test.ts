import { noPreviews } from "@media/testkit/NoPreviews"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pulse } from "./support/Clients.ts"
import { doctor } from "./support/Doctor.ts"
import { fillLibrary, longVideo } from "./support/SampleVideos.ts"
import { fill, isRoot, leaveNoInodes, remount, tmpfs, unmountAll } from "./support/Mounts.ts"
import { Product, temporary } from "./support/Product.ts"
import { eventually, seen } from "./support/Time.ts"

/** Mounts require root. Without root, these tests are skipped. */
describe.skipIf(!isRoot)("the cache's disk (needs root for mounts)", () => {
  let product: Product
  let cache: string
  let videoId: string
  let libraryId: string
  const plenty = "size=200m,nr_inodes=10000"

  beforeAll(async () => {
    const folder = temporary("disk")
    cache = join(folder, "data", "cache")
    mkdirSync(join(folder, "data"))
    tmpfs(cache, plenty)
    product = await Product.start("disk", { folder })
    copyFileSync(await longVideo(), join(product.media, "long.avi"))
    libraryId = (await product.addLibrary()).id
    await product.scanned(libraryId)
    videoId = (
      await product.rows(
        "select id from items v join item_files f on f.item_id = v.id where status = 'ready'"
      )
    )[0].id
  })
  afterAll(async () => {
    unmountAll()
    await product?.stop()
  })

  const preview = async () => {
    const { jobRunId } = await product.data("POST", `/api/jobs/rebuild-preview/${videoId}`)
    const isFailed = async () => (await product.data("GET", `/api/jobs/${jobRunId}`)).status === "failed"
    if (await isFailed()) {
      const { status } = await again(jobRunId)
      expect([200, 409]).toContain(status)
      if (status === 409) {
        // An automatic retry of the job was already running. It may have failed again.
        await product.settled()
        if (await isFailed()) await product.data("POST", `/api/jobs/${jobRunId}/retry`)
      }
    }
    return product.ended(jobRunId)
  }
  const again = (jobRunId: string) => product.call("POST", `/api/jobs/${jobRunId}/retry`)
  const sidecar = () => join(cache, "hls", videoId, "metadata.json")

  const faults: ReadonlyArray<readonly [string, () => void, RegExp]> = [
    ["F11 full", () => remount(cache, "size=300k,nr_inodes=10000"), /full|space/i],
    ["F11 out of inodes", () => leaveNoInodes(cache, "size=200m"), /full|space/i],
    ["F12 read-only", () => remount(cache, `ro,${plenty}`), /EROFS|read-only|cannot be used/i]
  ]
  it.each(faults)(
    "%s: fails the job with a reason, and keeps everything else working",
    async (name, break_, reason) => {
      await product.data("POST", "/api/jobs/cancel-all", {})
      rmSync(join(cache, "hls"), { recursive: true, force: true })
      break_()
      const health = pulse(async () => (await product.get("/api/health")).status)
      const run = await preview()
      const master = await product.get(`/api/video-stream/${videoId}/hls/master.m3u8`)
      const height = /(\d+)p\.m3u8/.exec(master.text)?.[1] ?? "180"
      const segments = []
      for (const n of [0, 1, 2])
        segments.push(
          await product.get(`/api/video-stream/${videoId}/hls/${height}p_${n}.ts`).catch(() => undefined)
        )
      const status = await product.data("GET", `/api/video-stream/${videoId}/hls/status`)
      const answers = segments.map((each) =>
        each === undefined
          ? "broken off"
          : `${each.status} ${each.status === 200 ? `${each.bytes.length} bytes` : each.text.trim()}`
      )
      // Checks the rest of the product: a scan with a new file, the probe of this file, direct play, and login.
      const [added] = await fillLibrary(product.media, 1, Math.floor(Math.random() * 10_000))
      await product.ended(await product.scan(libraryId))
      await product.rows("select 1")
      const login = await product.login()
      const source = await product.get(`/api/video-stream/${videoId}/source`)
      const beat = await health.stop()
      seen(
        name,
        `job: ${run.error?.message}; master ${master.status}; segments ${answers.join(" | ")}; status ${status.state} ${status.error ?? ""}; slowest health ${beat.slowestMs} ms`
      )
      expect(run.status).toBe("failed")
      expect(run.error.message).toMatch(reason)
      expect(existsSync(sidecar())).toBe(false)
      expect([source.status, login.length > 10, beat.bad]).toEqual([200, true, 0])
      for (const segment of segments) if (segment?.status === 200) expect(segment.bytes.length % 188).toBe(0)
      for (const segment of segments)
        if (segment !== undefined && segment.status !== 200) expect(segment.text).toMatch(reason)

      remount(cache, `rw,${plenty}`)
      const healed = await preview()
      expect([healed.status, healed.error]).toEqual(["completed", null])
      expect(existsSync(sidecar())).toBe(true)
      await product.settled()
      const [video] = await product.rows(
        "select status from items v join item_files f on f.item_id = v.id where path = $1",
        [added]
      )
      expect(video.status).toBe("ready")
      expect(await doctor(product)).toEqual([])
    }
  )

  it("F11 full: generates posters, thumbnails and clips once the disk has free space again", async () => {
    const file = join(product.media, "previewed.avi")
    copyFileSync(await longVideo(), file)
    const source = () => [readFileSync(file).toString("base64"), statSync(file).mtimeMs]
    const before = source()
    await product.data("POST", "/api/jobs/cancel-all", {})
    const empty = fill(cache, 0)
    await product.data("PATCH", "/api/settings", { generate_trickplay: true, generate_preview_clips: true })
    await product.ended(await product.scan(libraryId))
    const [{ id }] = await product.rows("select item_id as id from item_files where path = 'previewed.avi'")
    const failed = async (queue: string) =>
      eventually(`a job of ${queue} fails`, async () => {
        const { items } = await product.data("GET", `/api/jobs?queue=${queue}&targetId=${id}&status=failed`)
        return items[0]
      })
    const runs = [await failed("image-thumbnail"), await failed("preview")]
    for (const run of runs) expect(run.error.message).toBe("The disk is full (storage_full)")
    const made = ["pictures", "previews"].map((kind) => join(cache, kind, id))
    const left = () => made.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
    expect(left()).toEqual([])
    const { clip, picture, trickplay } = await product.data("GET", `/api/videos/${id}`)
    expect([clip, picture, trickplay]).toEqual([null, null, null])

    // Leaves space for only the beginning of a file, so that writing fails in the middle.
    empty()
    const nearlyEmpty = fill(cache, 4_096)
    for (const { id } of runs) expect([200, 409]).toContain((await again(id)).status)
    await eventually("the preview fails again", async () => {
      const { attempts, status } = await product.data("GET", `/api/jobs/${runs[1].id}`)
      return status === "failed" && attempts > runs[1].attempts
    })
    expect(left().filter((name) => name.includes("tmp") || name.endsWith(".mp4"))).toEqual([])

    nearlyEmpty()
    for (const run of runs)
      await eventually("the job ends well", async () => {
        const { status } = await product.data("GET", `/api/jobs/${run.id}`)
        if (status === "failed") await again(run.id)
        return status === "completed"
      })
    const video = await product.data("GET", `/api/videos/${id}`)
    const shown = [video.picture.url, video.clip.url, video.trickplay.sheetUrl.replace("{n}", "0")]
    for (const url of shown) expect([url, (await product.get(url)).status]).toEqual([url, 200])
    expect(source()).toEqual(before)
    await product.data("PATCH", "/api/settings", noPreviews)
    await product.settled()
    expect(await doctor(product)).toEqual([])
  })

  it("regenerates the whole cache after it was deleted during playback", async () => {
    rmSync(join(cache, "hls"), { recursive: true, force: true })
    const master = await product.get(`/api/video-stream/${videoId}/hls/master.m3u8`)
    const height = /(\d+)p\.m3u8/.exec(master.text)![1]!
    expect((await product.get(`/api/video-stream/${videoId}/hls/${height}p_1.ts`)).status).toBe(200)
    await product.settled()
    expect(await doctor(product)).toEqual([])
  })
})
