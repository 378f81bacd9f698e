import { CELLS_PER_SHEET, COLUMNS } from "@media/features/media/videos/previewContract"
import { cellsOf, qualityOf } from "@media/features/playback/previews/sheets"
import { defaultSettings } from "@media/features/platform/settings/contract"
import { Ffprobe } from "@media/media-tools/Ffprobe"
import { eachSheet } from "@media/media-tools/frames/CellSheets"
import { frameSizeOf, type FrameSize } from "@media/media-tools/frames/FrameSize"
import { clipParts, makeClip } from "@media/media-tools/frames/MotionClip"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { mainVideo, type StreamFacts } from "@media/media-tools/ProbeFacts"
import { liveFfprobe } from "@media/media-tools/probe/LiveFfprobe"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"
import { livePreviewStore } from "@media/pictures/LivePreviewStore"
import { PreviewStore } from "@media/pictures/PreviewStore"
import { encodeSheet } from "@media/pictures/Sheet"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { execFileSync } from "node:child_process"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { cpuOfTree, processFacts } from "./support/Processes.ts"
import { temporaryFolder } from "./support/Product.ts"
import { makeReport, median, sizeOf, type Log } from "./support/Report.ts"
import { longVideo, mediaTools } from "./support/SampleVideos.ts"

const minutes = sizeOf("BENCH_MINUTES", 60)
const rounds = sizeOf("BENCH_ROUNDS", 3)

const plain = ["-hide_banner", "-nostdin", "-v", "error", "-y"]

interface Cost {
  /** Wall-clock time in seconds. */
  readonly wall: number
  /** CPU seconds of this process and all processes that it started, whether they are still running or have ended. */
  readonly cpu: number
  /** CPU seconds of this process without its children. */
  readonly own: number
}

/**
 * Returns the CPU time used so far, including that of running processes. The product runs short commands in a launcher
 * shell that it keeps for ten seconds. If only ended processes counted, the CPU time of a clip would be attributed to
 * whatever is measured when that shell ends.
 */
const used = () => ({ cpu: cpuOfTree(process.pid), own: processFacts(process.pid)!.ownCpuSeconds })

const costOf = async (work: () => unknown): Promise<Cost> => {
  const from = performance.now()
  const before = used()
  await work()
  const after = used()
  return {
    wall: (performance.now() - from) / 1_000,
    cpu: after.cpu - before.cpu,
    own: after.own - before.own
  }
}

/**
 * Returns the arguments of a single hand-written ffmpeg command that creates the same trickplay sheets: it scales the
 * frames, arranges them in a grid, and writes JPEG files.
 */
const sheetsByHand = (path: string, interval: number, size: FrameSize, to: string): ReadonlyArray<string> => [
  ...[...plain, "-threads", "1", "-skip_frame", "nokey", "-i", path, "-map", "0:v:0"],
  "-vf",
  `fps=1/${interval},scale=${size.width}:${size.height}:flags=area,tile=${COLUMNS}x${CELLS_PER_SHEET / COLUMNS}`,
  ...["-q:v", "4", join(to, "hand%d.jpg")]
]

/**
 * Returns the arguments of a hand-written ffmpeg command that creates the same preview clip. The command has a separate
 * input for each part of the clip.
 */
const clipByHand = (path: string, duration: number, to: string): ReadonlyArray<string> => {
  const parts = clipParts(duration, 1_920)
  const inputs = parts.flatMap(({ from, seconds }) => [
    "-ss",
    String(from),
    "-t",
    String(seconds),
    "-i",
    path
  ])
  const joined = `${parts.map((_, index) => `[${index}:v]`).join("")}concat=n=${parts.length},scale=640:-2`
  return [...plain, ...inputs, "-filter_complex", joined, "-an", "-preset", "veryfast", "-crf", "26", to]
}

interface Subject {
  readonly path: string
  readonly video: StreamFacts
  readonly duration: number
}

/** Creates all sheets of a video with the product's default settings, and writes the sheets to the disk. */
const trickplay = ({ duration, path, video }: Subject) =>
  Effect.gen(function* () {
    const store = yield* PreviewStore
    const { longest, quality } = qualityOf(defaultSettings.trickplay_quality)
    const size: FrameSize = frameSizeOf(video, longest)!
    const cells = cellsOf(duration, defaultSettings.trickplay_interval_seconds)
    const asked = { path, video, size, interval: cells.seconds, cells: cells.count, firstSheet: 0 }
    return yield* eachSheet(
      { ...asked, cellsPerSheet: CELLS_PER_SHEET },
      ({ frames, index }) =>
        Effect.flatMap(encodeSheet(frames, { ...size, columns: COLUMNS, quality }), (bytes) =>
          store.writeSheet("video", "bench", index, bytes)
        ),
      () => Effect.void
    )
  })

export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg } = await mediaTools()
  const path = longVideo(ffmpeg, minutes)
  const folder = temporaryFolder("trickplay")
  const runtime = ManagedRuntime.make(
    Layer.merge(livePreviewStore(folder), liveFfprobe.pipe(Layer.provideMerge(liveMediaProcess))).pipe(
      Layer.provide(MediaBinaries.layer)
    )
  )
  const facts = await runtime.runPromise(Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.probeVideo(path)))
  const video = mainVideo(facts)!
  const subject = { path, video, duration: facts.durationSeconds }
  const size = frameSizeOf(video, 640)!
  const cellSize = frameSizeOf(video, qualityOf(defaultSettings.trickplay_quality).longest)!
  const interval = cellsOf(facts.durationSeconds, defaultSettings.trickplay_interval_seconds).seconds

  let cells = 0
  const turns: ReadonlyArray<readonly [name: string, work: () => unknown]> = [
    ["sheets on the disk", async () => (cells = await runtime.runPromise(trickplay(subject)))],
    [
      "ffmpeg, its key frames decoded and dropped",
      () =>
        execFileSync(ffmpeg, [
          ...[...plain, "-threads", "1", "-skip_frame", "nokey", "-i", path],
          ...["-map", "0:v:0", "-vsync", "passthrough", "-f", "null", "-"]
        ])
    ],
    [
      "ffmpeg, the same sheets by hand",
      () => execFileSync(ffmpeg, [...sheetsByHand(path, interval, cellSize, folder)], { stdio: "ignore" })
    ],
    ["a clip", () => runtime.runPromise(makeClip({ ...subject, size, to: join(folder, "ours.mp4") }))],
    [
      "ffmpeg, by hand",
      () => execFileSync(ffmpeg, [...clipByHand(path, subject.duration, join(folder, "bare.mp4"))])
    ]
  ]
  // The first runs are not measured, because they also load programs and code.
  for (const [, work] of turns.slice(3)) await work()
  const costs: Array<Array<Cost>> = turns.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, [, work]] of turns.entries()) costs[index]!.push(await costOf(work))

  const sheets = readdirSync(join(folder, "previews"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  report.line(
    `${minutes} minutes of 1080p, ${(statSync(path).size / 1e6).toFixed(0)} MB: ${cells} cells, ` +
      `${(sheets / 1e6).toFixed(2)} MB of sheets; the median of ${rounds} rounds in turns`
  )
  report.table(
    ["", "s", "CPU s", "of it Node"],
    turns.map(([name], index) => [
      name,
      ...(["wall", "cpu", "own"] as const).map((what) =>
        median(costs[index]!.map((cost) => cost[what])).toFixed(2)
      )
    ])
  )
  const ratio = (what: keyof Cost, ours: number, bare: number) =>
    median(costs[ours]!.map((cost, round) => cost[what] / costs[bare]![round]![what]))
  for (const [what, ours, bare] of [
    ["trickplay within 1.2 x of decoding the key frames", 0, 1],
    ["trickplay within 1.2 x of the same sheets by hand", 0, 2],
    ["a clip within 1.2 x of the bare command", 3, 4]
  ] as const) {
    const cpu = ratio("cpu", ours, bare)
    const wall = ratio("wall", ours, bare)
    // Check only the CPU time. Unlike the wall-clock time, it hardly depends on other programs on the machine.
    report.check(cpu <= 1.2, what, `CPU ${cpu.toFixed(2)} x, time ${wall.toFixed(2)} x`)
  }
  await runtime.dispose()
}
