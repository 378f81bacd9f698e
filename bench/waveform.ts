import { waveformOf } from "@media/media-tools/audio/Waveform"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { execFileSync } from "node:child_process"
import { statSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "./support/Product.ts"
import { makeReport, median, sizeOf, type Log } from "./support/Report.ts"
import { mediaTools } from "./support/SampleVideos.ts"

const minutes = sizeOf("BENCH_MINUTES", 60)
const rounds = sizeOf("BENCH_ROUNDS", 3)
const plain = ["-hide_banner", "-nostdin", "-v", "error", "-y"]

/** Creates an MP3 file with several tones and noise. MP3 is the format of most tracks. */
const madeTrack = (ffmpeg: string, path: string): void => {
  const sound = "aevalsrc='0.3*sin(2*PI*220*t)*sin(0.7*t)+0.1*(random(0)-0.5)|0.3*sin(2*PI*331*t)':s=44100"
  execFileSync(ffmpeg, [...plain, "-f", "lavfi", "-i", `${sound}:d=${minutes * 60}`, "-b:a", "192k", path])
}

export default async ({ log }: { readonly log: Log }): Promise<void> => {
  const report = makeReport(log)
  const { ffmpeg } = await mediaTools()
  const path = join(temporaryFolder("waveform"), "track.mp3")
  madeTrack(ffmpeg, path)
  const runtime = ManagedRuntime.make(liveMediaProcess.pipe(Layer.provide(MediaBinaries.layer)))

  let pairs = 0
  const ours = async () => (pairs = (await runtime.runPromise(waveformOf(path))).pairs.length / 2)
  // ffmpeg uses one thread and the lowest priority, like the product. The decoded data is discarded.
  const bare = () =>
    execFileSync("nice", ["-n", "15", ffmpeg, ...plain, "-threads", "1", "-i", path, "-f", "null", "-"])
  const timed = async (work: () => unknown): Promise<number> => {
    const from = performance.now()
    await work()
    return (performance.now() - from) / 1_000
  }

  // The first run of each program is not measured, because it also loads code.
  await ours()
  bare()
  const taken: Array<number> = []
  const decoded: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    taken.push(await timed(ours))
    decoded.push(await timed(bare))
  }
  report.line(
    `${minutes} minutes of MP3, ${(statSync(path).size / 1e6).toFixed(0)} MB: ${pairs} pairs; the median of ${rounds} rounds in turns`
  )
  report.table(
    ["", "s"],
    [
      ["the peaks of all of it", median(taken).toFixed(2)],
      ["ffmpeg, decoded and dropped", median(decoded).toFixed(2)]
    ]
  )
  const ratio = median(taken.map((seconds, round) => seconds / decoded[round]!))
  report.check(
    ratio <= 1.2,
    "a waveform within 1.2 x of decoding",
    `${ratio.toFixed(2)} x (median of the pairs)`
  )
  await runtime.dispose()
}
