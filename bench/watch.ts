import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { cpuOfEndedChildren, processFacts, processTree } from "./support/Processes.ts"
import {
  buildProduct,
  pauseQueuesBut,
  probedVideos,
  startProduct,
  temporaryFolder,
  until
} from "./support/Product.ts"
import { makeReport, median, pause, sizeOf, type Log } from "./support/Report.ts"
import { hevcVideo, mediaTools } from "./support/SampleVideos.ts"
import { listedIn, playlistOf, timed } from "./support/Segments.ts"

const rounds = sizeOf("BENCH_ROUNDS", 3)
/** Minutes of video to play. The sample video is ten minutes long. */
const minutes = Math.min(10, sizeOf("BENCH_MINUTES", 10))
const HEIGHT = 480
const IDLE_MS = 10_000

/**
 * Measures the CPU time of playing a transcoded video from beginning to end. Compares this time with a single ffmpeg
 * transcode of the same video.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg } = await mediaTools()
  const quiet = ["-hide_banner", "-nostdin", "-v", "error", "-y"]
  const media = join(temporaryFolder("watch"), "media")
  mkdirSync(media)
  const source = join(media, "Video 0.mp4")
  const paths = Array.from({ length: rounds }, (_, n) => join(media, `Video ${n}.mp4`))
  for (const path of paths) {
    const whole = hevcVideo(ffmpeg)
    execFileSync(ffmpeg, [...quiet, "-i", whole, "-t", String(minutes * 60), "-c", "copy", path])
  }
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("watch-data") })
  try {
    await product.setup()
    await pauseQueuesBut(product, ["library-scan", "media-probe"])
    const items = await probedVideos(product, media, rounds)
    /** Returns the CPU seconds used so far. The server's time includes its child processes, running and ended. */
    const used = () => {
      const { postgres, server, worker } = product.cpu()
      return { server, node: processFacts(product.server)!.ownCpuSeconds, others: postgres + worker }
    }
    const before = used()
    await pause(IDLE_MS)
    const idle = (used().others - before.others) / (IDLE_MS / 1_000)

    const watch = async (id: string) => {
      const base = `/api/video-stream/${id}/hls`
      const from = performance.now()
      const begin = used()
      await playlistOf(product, `${base}/master.m3u8?parts=true`)
      // Requests one part after another, as a player does, while the encoder continues to run.
      for (const name of listedIn(await playlistOf(product, `${base}/${HEIGHT}p.m3u8?parts=true`)))
        await timed(product, `${base}/${name}`)
      await until(
        () => processTree(product.server).every(({ command }) => !command.includes("-filter_complex")),
        {
          millis: 60_000,
          what: "the end of the encoder"
        }
      )
      const end = used()
      const seconds = (performance.now() - from) / 1_000
      return {
        server: end.server - begin.server,
        node: end.node - begin.node,
        others: end.others - begin.others - idle * seconds
      }
    }
    const transcode = () => {
      const ended = cpuOfEndedChildren()
      // ffmpeg gets the product's settings for this height. See Ladder.ts and TranscodeArguments.ts.
      execFileSync(ffmpeg, [
        ...[...quiet, "-i", source, "-vf", `scale=-2:${HEIGHT}`, "-pix_fmt", "yuv420p"],
        ...["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-crf", "23"],
        ...["-maxrate", "1M", "-bufsize", "2M", "-g", "50", "-keyint_min", "50"],
        ...["-sc_threshold", "0", "-flags", "+cgop", "-c:a", "aac", "-ac", "2", "-b:a", "96k"],
        ...["-f", "mpegts", join(media, "..", "plain.ts")]
      ])
      return cpuOfEndedChildren() - ended
    }
    const watched: Array<Awaited<ReturnType<typeof watch>>> = []
    const plain: Array<number> = []
    for (const { id } of items) {
      watched.push(await watch(id))
      plain.push(transcode())
    }
    const row = (name: string, values: ReadonlyArray<number>) => [
      name,
      median(values).toFixed(2),
      values.map((value) => value.toFixed(2)).join(", ")
    ]
    report.table(
      [`${minutes} min of 720p HEVC to ${HEIGHT} lines`, "CPU s, median", "all"],
      [
        row(
          "watched: the server and all it started",
          watched.map(({ server }) => server)
        ),
        row(
          "of it Node",
          watched.map(({ node }) => node)
        ),
        row(
          "watched: database and worker, idle time apart",
          watched.map(({ others }) => others)
        ),
        row("plain ffmpeg", plain)
      ]
    )
    const share = median(watched.map(({ others, server }, n) => (server + others) / plain[n]!))
    report.check(share <= 1.05, "CPU within 1.05 x of one plain transcode", `${share.toFixed(3)} x`)
  } finally {
    await product.stop()
  }
}
