import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import {
  buildProduct,
  pauseQueuesBut,
  probedVideos,
  startProduct,
  temporaryFolder
} from "./support/Product.ts"
import { makeReport, median, pause, quantile, sizeOf, type Log } from "./support/Report.ts"
import { hevcVideo, mediaTools } from "./support/SampleVideos.ts"
import { timed } from "./support/Segments.ts"

const rounds = sizeOf("BENCH_ROUNDS", 10)
/**
 * Number of videos that the worker processes in the background. Each takes a minute of CPU time: the worker creates a
 * trickplay thumbnail for each second of a ten-minute HEVC video.
 */
const BULK = 12
/**
 * Time in milliseconds to wait after a request of a viewer. After this time, the worker no longer reserves the
 * processor for the viewer, and has resumed background work.
 */
const UNRESERVED_MS = 18_000
/** Time in milliseconds during which the worker's CPU usage is measured before a viewer arrives. */
const LOOK_MS = 1_000

/**
 * Measures the time until a viewer gets the first byte of a segment that is not encoded yet, both on an idle machine
 * and while a scanned folder is being processed.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg } = await mediaTools()
  const source = hevcVideo(ffmpeg)
  const media = join(temporaryFolder("contention"), "media")
  mkdirSync(media)
  // The videos are copied instead of linked, so that the worker hashes and previews each of them as a separate file.
  for (let n = 0; n < BULK; n++) copyFileSync(source, join(media, `Bulk ${n}.mp4`))
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("contention-data") })
  try {
    await product.setup()
    await product.call("PATCH", "/api/settings", {
      generate_trickplay: true,
      generate_preview_clips: true,
      trickplay_interval_seconds: 1
    })
    await pauseQueuesBut(product, ["library-scan", "media-probe"])
    const items = await probedVideos(product, media, BULK)
    const queues = ["fingerprint", "preview", "image-thumbnail"]
    const set = async (what: "pause" | "resume") => {
      for (const name of queues) await product.call("POST", `/api/jobs/queues/${name}/${what}`)
    }
    const found = {
      idle: [] as Array<number>,
      busy: [] as Array<number>,
      idleCores: [] as Array<number>,
      busyCores: [] as Array<number>
    }
    let asked = 0
    /** Returns the number of cores that the worker used before the request, and the seconds until the first byte. */
    const viewer = async (): Promise<readonly [cores: number, firstByte: number]> => {
      const before = product.cpu().worker
      await pause(LOOK_MS)
      const cores = (product.cpu().worker - before) / (LOOK_MS / 1_000)
      // Each request uses another video, and after the last video, another position, so that no segment is already
      // encoded. All positions are equally far from the preceding key frame.
      const segment = 5 + 5 * Math.floor(asked / BULK)
      const { id } = items[asked % BULK]!
      asked += 1
      const { firstByte } = await timed(product, `/api/video-stream/${id}/hls/480p/${segment}.ts?part=2`)
      return [cores, firstByte]
    }
    for (let round = 0; round < rounds; round++) {
      const [idleCores, idle] = await viewer()
      await pause(UNRESERVED_MS)
      await set("resume")
      await pause(2_000)
      const [busyCores, busy] = await viewer()
      await set("pause")
      found.idle.push(idle)
      found.busy.push(busy)
      found.idleCores.push(idleCores)
      found.busyCores.push(busyCores)
      await pause(UNRESERVED_MS)
    }
    report.table(
      ["", "first byte, median s", "worst", "cores in use before, median", "least"],
      (["idle", "busy"] as const).map((name) => [
        name,
        median(found[name]).toFixed(2),
        quantile(found[name], 1).toFixed(2),
        median(found[`${name}Cores`]).toFixed(2),
        Math.min(...found[`${name}Cores`]).toFixed(2)
      ])
    )
    const least = Math.min(...found.busyCores)
    report.check(least > 0.8, "bulk jobs at work before each viewer", `${least.toFixed(2)} cores`)
    const share = median(found.busy) / median(found.idle)
    report.check(share <= 1.5, "next to bulk jobs within 1.5 x of idle", `${share.toFixed(2)} x`)
  } finally {
    await product.stop()
  }
}
