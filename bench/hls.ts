import { spawn } from "node:child_process"
import { linkSync, copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { longVideo, mediaTools } from "./support/SampleVideos.ts"
import { buildProduct, startProduct, temporaryFolder, until, type Product } from "./support/Product.ts"
import { makeReport, median, pause, seconds, sizeOf, type Log } from "./support/Report.ts"
import { listedIn, playlistOf, timed } from "./support/Segments.ts"

const rounds = sizeOf("BENCH_ROUNDS", 3)
const videoSeconds = 600

interface Variant {
  readonly height: number
  readonly lengths: ReadonlyArray<number>
  readonly names: ReadonlyArray<string>
}

const variantsOf = async (product: Product, base: string): Promise<ReadonlyArray<Variant>> => {
  const lists = listedIn(await playlistOf(product, `${base}/master.m3u8`))
  return Promise.all(
    lists.map(async (name) => {
      const playlist = await playlistOf(product, `${base}/${name}`)
      return {
        height: Number(/(\d+)p/.exec(name)?.[1]),
        lengths: [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, length]) => Number(length)),
        names: listedIn(playlist)
      }
    })
  )
}

/** Returns the name, start time and length of the segment at a fraction of the video. */
const segmentAt = ({ lengths, names }: Variant, share: number) => {
  let start = 0
  for (const [n, length] of lengths.entries()) {
    if (start + length > videoSeconds * share || n === lengths.length - 1)
      return { name: names[n] ?? "", start, length }
    start += length
  }
  throw new Error("an empty playlist")
}

const runTool = (program: string, args: ReadonlyArray<string>): Promise<number> => {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "ignore" })
    child.once("error", reject)
    child.once("close", (code) =>
      code === 0 ? resolve(seconds(from)) : reject(new Error(`${program}: ${code}`))
    )
  })
}

/** Converts the same part of the video to a file with plain ffmpeg. Returns the seconds until ffmpeg exits. */
const peer = (
  ffmpeg: string,
  source: string,
  folder: string,
  start: number,
  length: number,
  height?: number
) => {
  const filters =
    height === undefined
      ? ["-c", "copy"]
      : ["-vf", `scale=-2:${height}`, "-c:v", "libx264", "-preset", "superfast", "-crf", "23", "-c:a", "aac"]
  const cut = ["-ss", String(start), "-i", source, "-t", String(length)]
  return runTool(ffmpeg, [
    "-nostdin",
    "-v",
    "error",
    "-y",
    ...cut,
    ...filters,
    "-f",
    "mpegts",
    join(folder, "peer.ts")
  ])
}

/**
 * Measures the time until a segment is served with an empty cache, at the start and after a far seek. Our runs
 * alternate with runs of plain ffmpeg.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg } = await mediaTools()
  const source = longVideo(ffmpeg)
  const media = join(temporaryFolder("hls"), "media")
  mkdirSync(media)
  // Each round has its own video, so that every round starts with an empty cache.
  for (let round = 0; round < rounds; round++) {
    const copy = join(media, `Video ${round}.mp4`)
    try {
      linkSync(source, copy)
    } catch {
      copyFileSync(source, copy)
    }
  }
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("hls-data") })
  try {
    await product.setup()
    // When a user plays a video, jobs in this queue convert the rest of the video into the cache. These jobs must not
    // compete with the measurement.
    await product.call("POST", "/api/jobs/queues/preview/pause")
    await product.call("POST", "/api/libraries", {
      name: "F",
      contents: ["videos"],
      roots: [{ path: media }]
    })
    const items = await until(
      async () => {
        const { items } = await product.call("GET", "/api/videos?status=ready&sort=title&order=asc")
        return items.length === rounds
          ? (items as ReadonlyArray<{ id: string; duration: number }>)
          : undefined
      },
      { millis: 120_000, what: "the probes" }
    )
    const rows: Array<Array<string>> = []
    const copies: Array<number> = []
    const seeks: Array<number> = []
    const transcodes: Array<{ readonly first: number; readonly whole: number; readonly peer: number }> = []
    let worst = 0
    for (const [round, { duration, id }] of items.entries()) {
      const base = `/api/video-stream/${id}/hls`
      const listed = performance.now()
      const variants = [...(await variantsOf(product, base))].sort((a, b) => b.height - a.height)
      const listedSeconds = seconds(listed)
      for (const { lengths } of variants)
        worst = Math.max(worst, Math.abs(lengths.reduce((sum, length) => sum + length, 0) - duration))
      const { renditions } = await product.call("GET", `${base}/status`)
      if (renditions.every(({ copy }: { copy: boolean }) => !copy)) throw new Error("no rendition is a copy")
      const top = variants[0] as Variant
      const low = variants.at(-1) as Variant
      for (const [share, found] of [
        [0, copies],
        [0.8, seeks]
      ] as const) {
        const { length, name, start } = segmentAt(top, share)
        const ours = await timed(product, `${base}/${name}`)
        const theirs = await peer(ffmpeg, source, media, start, length)
        found.push(ours.whole)
        const numbers = [ours.firstByte, ours.whole, theirs].map((value) => value.toFixed(2))
        rows.push([`${round + 1}: copy ${top.height}p at ${share * 100} %`, ...numbers])
      }
      const { length, name, start } = segmentAt(low, 0.8)
      const ours = await timed(product, `${base}/${name}`)
      // Our encoder continues to encode ahead of the player. Waits until it has reached its limit and stops, so that
      // it does not compete with plain ffmpeg.
      await pause(4_000)
      const theirs = await peer(ffmpeg, source, media, start, length, low.height)
      transcodes.push({ first: ours.firstByte, whole: ours.whole, peer: theirs })
      const numbers = [ours.firstByte, ours.whole, theirs].map((value) => value.toFixed(2))
      rows.push([`${round + 1}: transcode ${low.height}p at 80 %`, ...numbers])
      rows.push([`${round + 1}: all playlists`, "", listedSeconds.toFixed(2), ""])
      await pause(2_000)
    }
    report.table(["seconds", "first byte", "whole", "ffmpeg to a file"], rows)
    const [start, seek] = [median(copies), median(seeks)]
    report.check(start < 0.5, "first segment by copy at the start in 0.5 s", `${start.toFixed(2)} s`)
    report.check(seek < 0.5, "first segment by copy at 80 % in 0.5 s", `${seek.toFixed(2)} s`)
    const first = median(transcodes.map((one) => one.first))
    const share = median(transcodes.map((one) => one.first / one.peer))
    report.check(
      first < 1,
      "first byte of a transcoded rendition at 80 % in 1 s",
      `${first.toFixed(2)} s, ${share.toFixed(2)} of what ffmpeg needs for the file`
    )
    report.check(worst <= 0.1, "EXTINF sums within 0.1 s of the source", `${worst.toFixed(3)} s off`)
  } finally {
    await product.stop()
  }
}
