import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseFile } from "music-metadata"
import { buildProduct, pauseQueuesBut, startProduct, temporaryFolder, until } from "./support/Product.ts"
import { makeReport, megabytes, seconds, sizeOf, type Log } from "./support/Report.ts"
import { mediaTools } from "./support/SampleVideos.ts"
import { cpuOfEndedChildren, watchRss } from "./support/Processes.ts"

const tracks = sizeOf("BENCH_TRACKS", 5_000)
const perAlbum = 12

const synchsafe = (value: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f))

/** Builds an ID3v2.4 frame. */
const frame = (name: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name), synchsafe(body.length), Buffer.alloc(2), body])
const text = (name: string, value: string) => frame(name, Buffer.from(`\x03${value}`))

/**
 * Creates album folders whose tracks have a cover and tags like those that CD rippers write. All tracks share the same
 * audio, but each is a few bytes shorter than the previous one. If files had equal sizes, the scan would open them to
 * find out whether a file had been moved.
 */
const makeTracks = (folder: string, sound: Buffer, picture: Buffer): ReadonlyArray<string> =>
  Array.from({ length: tracks }, (_, n) => {
    const cover = frame("APIC", Buffer.concat([Buffer.from("\x03image/jpeg\0\x03\0"), picture]))
    const [album, number] = [Math.floor(n / perAlbum), (n % perAlbum) + 1]
    const albumFolder = join(folder, `Artist ${album % 97}`, `Album ${album}`)
    mkdirSync(albumFolder, { recursive: true })
    const frames = Buffer.concat([
      text("TIT2", `Song ${n}`),
      text("TPE1", `Artist ${album % 97}`),
      text("TPE2", `Artist ${album % 97}`),
      text("TALB", `Album ${album}`),
      text("TRCK", `${number}/${perAlbum}`),
      text("TDRC", String(1960 + (album % 60))),
      text("TCON", "Folk"),
      cover
    ])
    const path = join(albumFolder, `${String(number).padStart(2, "0")} Song ${n}.mp3`)
    const head = Buffer.from("ID3\x04\0\0", "latin1")
    writeFileSync(
      path,
      Buffer.concat([head, synchsafe(frames.length), frames, sound.subarray(0, sound.length - 8 * n)])
    )
    return path
  })

interface Spent {
  /** Milliseconds per track. */
  readonly time: number
  /** CPU milliseconds per track, including the threads that read files for Node. */
  readonly cpu: number
}

/** Parses the files one after another, as the product's queue does, and discards the results. */
const bare = async (paths: ReadonlyArray<string>): Promise<Spent> => {
  const [from, before] = [performance.now(), process.cpuUsage()]
  for (const path of paths) await parseFile(path)
  const { system, user } = process.cpuUsage(before)
  return { time: (seconds(from) / paths.length) * 1_000, cpu: (system + user) / 1_000 / paths.length }
}
const bareFfprobe = (ffprobe: string, paths: ReadonlyArray<string>): number => {
  const from = performance.now()
  for (const path of paths)
    execFileSync(ffprobe, ["-v", "error", "-show_format", "-show_streams", "-show_chapters", path])
  return (seconds(from) / paths.length) * 1_000
}

/**
 * Measures how long the product takes to read the tags of a music folder. Compares this time with music-metadata alone
 * and with ffprobe alone on the same files.
 */
export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg, ffprobe } = await mediaTools()
  const media = temporaryFolder("tracks-media")
  const sample = join(temporaryFolder("tracks-sound"), "sound.mp3")
  const tone = [
    "-f",
    "lavfi",
    "-i",
    "sine=440:duration=8",
    "-b:a",
    "64k",
    "-write_xing",
    "0",
    "-id3v2_version",
    "0"
  ]
  execFileSync(ffmpeg, ["-hide_banner", "-nostdin", "-v", "error", "-y", ...tone, sample])
  const picture = join(temporaryFolder("tracks-cover"), "cover.jpg")
  const still = ["-f", "lavfi", "-i", "testsrc2=size=500x500:duration=0.1", "-frames:v", "1"]
  execFileSync(ffmpeg, ["-hide_banner", "-nostdin", "-v", "error", "-y", ...still, picture])
  const paths = makeTracks(media, readFileSync(sample), readFileSync(picture))
  buildProduct()
  const product = await startProduct({ dataDir: temporaryFolder("tracks-data") })
  try {
    await product.setup()
    await pauseQueuesBut(product, ["library-scan", "audio-probe"])
    await bare(paths.slice(0, 100))
    const before = await bare(paths)
    const ffprobeEach = bareFfprobe(ffprobe, paths.slice(0, Math.min(200, tracks)))
    const highest = watchRss(product.worker)
    const [cpu, childrenCpu, from] = [product.cpu(), cpuOfEndedChildren(), performance.now()]
    await product.call("POST", "/api/libraries", {
      name: "Music",
      contents: ["audio"],
      roots: [{ path: media }]
    })
    const all = (sql: string, what: string) =>
      until(async () => (await product.value(sql)) === tracks, { millis: 1_800_000, every: 50, what })
    await all("select count(*) from items", "all tracks")
    const found = (seconds(from) / tracks) * 1_000
    await all("select count(*) from audio_facts", "all tags")
    const our = (seconds(from) / tracks) * 1_000
    const after = product.cpu()
    const again = await bare(paths)
    const bareEach = (before.time + again.time) / 2
    const each = (used: number) => ((used / tracks) * 1_000).toFixed(2)
    report.line(`${tracks} MP3 with tags and a cover, in albums of ${perAlbum}`)
    report.table(
      ["a track", "ms"],
      [
        ["found, examined and recorded", our.toFixed(2)],
        ["until all are found", found.toFixed(2)],
        ["music-metadata alone", bareEach.toFixed(2)],
        ["its CPU", ((before.cpu + again.cpu) / 2).toFixed(2)],
        ["ffprobe alone, a process each", ffprobeEach.toFixed(2)],
        ["CPU of the worker and of what reads tags for it", each(after.worker - cpu.worker)],
        ["CPU of PostgreSQL", each(after.postgres - cpu.postgres)],
        ["CPU of other children", each(cpuOfEndedChildren() - childrenCpu)]
      ]
    )
    report.check(
      our <= 1.5 * bareEach,
      "a track found and examined within 1.5 x of music-metadata",
      `${(our / bareEach).toFixed(2)} x`
    )
    const rss = highest()
    report.check(rss < 500 * 1_048_576, "worker RSS below 500 MB", `${megabytes(rss)} MB`)
  } finally {
    await product.stop()
  }
}
