import { automaticFrame } from "@media/features/playback/pictures/videoFrame"
import { inputArgs } from "@media/media-tools/InputArguments"
import { Ffprobe } from "@media/media-tools/Ffprobe"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { liveFfprobe } from "@media/media-tools/probe/LiveFfprobe"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"
import { livePictureStore } from "@media/pictures/LivePictureStore"
import { pictureOfFrame } from "@media/pictures/MakePicture"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { execFileSync } from "node:child_process"
import { statSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "./support/Product.ts"
import { makeReport, median, quantile, sizeOf, type Log } from "./support/Report.ts"
import { longVideo, mediaTools } from "./support/SampleVideos.ts"

const posters = sizeOf("BENCH_POSTERS", 100)
/**
 * Returns a simulated duration that is at least half of the real duration and at most the full real duration. The
 * position of a poster is a fraction of the duration. Each poster is therefore taken at a different position, and
 * cannot reuse decoded frames of the previous poster.
 */
const partOf = (index: number, duration: number) => duration * (0.5 + (0.5 * index) / posters)

/**
 * Returns the arguments of a plain ffmpeg command for comparison. The command selects the most representative of the
 * eight key frames after the position, and writes it as a picture that is 1,280 pixels wide.
 */
const byHand = (path: string, at: number, to: string): ReadonlyArray<string> => [
  ...["-hide_banner", "-nostdin", "-v", "error", "-y", "-threads", "1", "-skip_frame", "nokey"],
  ...["-ss", at.toFixed(3)],
  ...inputArgs(path).map((argument) => (typeof argument === "string" ? argument : `file:${path}`)),
  ...["-map", "0:v:0", "-vf", "thumbnail=8,scale=1280:-2", "-frames:v", "1", "-c:v", "libwebp", to]
]

/** Returns the duration of the work in milliseconds. */
const timed = async (work: () => unknown) => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg } = await mediaTools()
  const path = longVideo(ffmpeg)
  const folder = temporaryFolder("posters")
  const layer = Layer.mergeAll(
    livePictureStore({ cache: folder, data: join(folder, "data") }),
    liveFfprobe.pipe(Layer.provideMerge(liveMediaProcess))
  ).pipe(Layer.provide(MediaBinaries.layer))
  const runtime = ManagedRuntime.make(layer)
  const facts = await runtime.runPromise(Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.probeVideo(path)))

  const ours = (index: number) =>
    runtime.runPromise(
      Effect.gen(function* () {
        const { box, frame } = yield* automaticFrame(path, {
          ...facts,
          durationSeconds: partOf(index, facts.durationSeconds)
        })
        const store = yield* PictureStore
        yield* store.write(`poster-${index}`, yield* pictureOfFrame(frame, box))
      })
    )
  const bare = (index: number) =>
    execFileSync(ffmpeg, [
      ...byHand(path, 0.12 * partOf(index, facts.durationSeconds), join(folder, "bare.webp"))
    ])

  // The first run of each program is not measured, because it also loads the program from disk.
  await ours(0)
  bare(0)
  const taken: Array<number> = []
  const plain: Array<number> = []
  for (let index = 0; index < posters; index++) {
    taken.push(await timed(() => ours(index)))
    plain.push(await timed(() => bare(index)))
  }
  const row = (name: string, millis: ReadonlyArray<number>) => [
    name,
    ...[0.5, 0.9].map((share) => quantile(millis, share).toFixed(0))
  ]
  report.line(`${posters} posters of 1080p, ${(statSync(path).size / 1e6).toFixed(0)} MB each, one at a time`)
  report.table(
    ["", "ms", "p90"],
    [
      row("chosen of three key frames, cut, three widths, thumbhash, on the disk", taken),
      row("ffmpeg, one width", plain)
    ]
  )
  const ratio = median(taken.map((millis, index) => millis / plain[index]!))
  report.check(
    ratio <= 1.5,
    "a poster within 1.5 x of the bare command",
    `${ratio.toFixed(2)} x (median of the pairs)`
  )
  await runtime.dispose()
}
