import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { Ffprobe, type FfprobeShape, type PreparedProbe, type ProbeError, Unreadable } from "../Ffprobe.ts"
import { probeInputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess, type MediaProcessShape } from "../MediaProcess.ts"
import { type MediaProcessError, MediaProcessFailed } from "../MediaToolErrors.ts"
import { audioProblem, codingProblem, intendedVideo, type ProbeFacts } from "../ProbeFacts.ts"
import { applySigns } from "./ApplySigns.ts"
import { MAX_PIXELS, PROBE_CPU_SECONDS, PROBE_MEMORY_BYTES } from "./Bounds.ts"
import { canReadEnds, type SniffedFile, sniffFile } from "./FileSniff.ts"
import { measureLength, needsMeasuring } from "./MeasureLength.ts"
import { parseProbe } from "./ParseProbe.ts"
import { aboutSound, reasonFromStderr, unreadable } from "./UnreadableReasons.ts"

export const liveFfprobe: Layer.Layer<Ffprobe, never, MediaProcess> = Layer.effect(
  Ffprobe,
  Effect.map(MediaProcess, (tools) => makeFfprobe(tools))
)

/**
 * Time limit of a probe in milliseconds. A probe with the static build usually takes 8 ms. It takes more than a few
 * seconds only if a disk or network share is failing.
 */
const PROBE_LIMIT_MS = 60_000

/**
 * Maximum size of ffprobe's output in bytes. 1,000 streams produce 1.5 MB, and 2,000 chapters 0.6 MB. Parsing 4 MiB of
 * JSON blocks the event loop for less than 50 ms.
 */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

const QUESTION = "-hide_banner -v error -show_format -show_streams -show_chapters -of json".split(" ")

/**
 * Arguments for files with so many tags or chapters that the normal output is too large. They omit chapters and all
 * tags except the four that matter for playback.
 */
const SHORT_QUESTION = [
  ..."-hide_banner -v error -of json -show_entries".split(" "),
  "format:format_tags=major_brand:stream:stream_tags=language,title,rotate:stream_disposition:stream_side_data"
]

type Requirement = (facts: ProbeFacts) => Effect.Effect<ProbeFacts, Unreadable>

export const makeFfprobe = (tools: MediaProcessShape): FfprobeShape => {
  const prepare = (path: MediaPath, require: Requirement): Effect.Effect<PreparedProbe, Unreadable> => {
    const answerTo = (question: ReadonlyArray<string>) =>
      tools.run({
        tool: "ffprobe",
        args: [...question, ...probeInputArgs(path)],
        timeoutMs: PROBE_LIMIT_MS,
        limits: { cpuSeconds: PROBE_CPU_SECONDS, memoryBytes: PROBE_MEMORY_BYTES, fileBytes: 0 },
        maxStdoutBytes: MAX_ANSWER_BYTES
      })
    const ask = Effect.either(Effect.catchIf(answerTo(QUESTION), wasCutOff, () => answerTo(SHORT_QUESTION)))
    const meaning = (answer: Effect.Effect.Success<typeof ask>, file: SniffedFile) =>
      Either.isRight(answer)
        ? Effect.flatMap(factsIn(answer.right.stdout, file), require)
        : meaningOf(path, answer.left, file)
    return Effect.map(sniff(path), (file) => ({
      oshash: file.oshash,
      // `run` also measures the length if necessary. Measuring belongs to `run` and not to the fast first step, because
      // ffprobe must read all packets.
      run: Effect.flatMap(ask, (answer) =>
        Effect.either(Effect.flatMap(meaning(answer, file), (facts) => withLength(path, facts, file)))
      )
    }))
  }

  const withLength = (path: MediaPath, facts: ProbeFacts, file: SniffedFile) =>
    needsMeasuring(facts, file.signs.isUnfinished)
      ? Effect.filterOrElse(
          measureLength(tools, path, facts),
          (measured) => measured !== undefined,
          () => unreadable("no-frames")
        )
      : Effect.succeed(facts)

  const probe = (path: MediaPath, require: Requirement) =>
    Effect.flatMap(prepare(path, require), ({ run }) => Effect.flatten(run)).pipe(
      Effect.withSpan("Ffprobe.probe")
    )

  return {
    probe: (path) => probe(path, Effect.succeed),
    probeVideo: (path) => probe(path, requireVideo),
    prepareVideo: (path) => prepare(path, requireVideo),
    prepareAudio: (path) =>
      Effect.mapBoth(prepare(path, requireAudio), {
        onFailure: aboutSound,
        onSuccess: ({ run, ...file }) => ({
          ...file,
          run: Effect.map(run, (facts) =>
            Effect.mapError(facts, (error) => (error._tag === "Unreadable" ? aboutSound(error) : error))
          )
        })
      })
  }
}

/**
 * True if ffprobe was stopped because of too much output. Only then does the error have neither an exit code nor a
 * signal.
 */
const wasCutOff = (error: MediaProcessError): boolean =>
  error._tag === "MediaProcessFailed" && error.exitCode === null && error.signal === null

const sniff = (path: MediaPath) =>
  Effect.tryPromise({
    try: () => sniffFile(path),
    catch: (cause) => (cause instanceof Unreadable ? cause : unreadable("io-error"))
  })

/**
 * Returns the failure to report. If ffprobe crashed, ran out of memory or hung, the problem is not the file, so the
 * error of the tool is returned unchanged.
 */
const meaningOf = (
  path: MediaPath,
  error: MediaProcessError,
  file: SniffedFile
): Effect.Effect<never, ProbeError> => {
  if (error._tag === "MediaProcessTimeout" && error.kind === "cpu") return Effect.fail(unreadable("too-slow"))
  if (error._tag !== "MediaProcessFailed" || error.signal !== null) return Effect.fail(error)
  if (file.signs.isScrambled) return Effect.fail(unreadable("encrypted"))
  const reason = reasonFromStderr(error.stderrTail, file)
  if (reason.code !== "io-error") return Effect.fail(reason)
  // ffmpeg reports an input/output error both for a failing disk and for a file that ends in the middle of a structure.
  // Reading the file shows which of the two is the cause.
  return Effect.flatMap(
    Effect.promise(() => canReadEnds(path)),
    (isReadable) => Effect.fail(isReadable ? unreadable("broken") : reason)
  )
}

const factsIn = (stdout: Buffer, file: SniffedFile): Effect.Effect<ProbeFacts, ProbeError> =>
  Effect.gen(function* () {
    if (stdout.length === 0) {
      const stderrTail = "it produced no output"
      return yield* new MediaProcessFailed({ tool: "ffprobe", exitCode: 0, signal: null, stderrTail })
    }
    const json = yield* Effect.try({
      try: () => JSON.parse(stdout.toString("utf8")) as unknown,
      catch: () => unreadable("broken")
    })
    const facts = applySigns(parseProbe(json, file.sizeBytes), file.signs)
    if (facts.streams.length === 0) return yield* unreadable("no-streams")
    return facts
  })

/**
 * Rejects files without playable audio. If a file contains only noise and ffprobe guesses its format from the file
 * extension, the track has a codec but no sample rate.
 */
const requireAudio: Requirement = (facts) => {
  const tracks = facts.streams.filter(({ kind }) => kind === "audio")
  if (tracks.length === 0) return Effect.fail(unreadable("no-audio"))
  if (tracks.every(({ isEncrypted }) => isEncrypted === true)) return Effect.fail(unreadable("encrypted"))
  const isStated = tracks.some(({ codec, sampleRate }) => codec === "unknown" || sampleRate !== undefined)
  if (!isStated) return Effect.fail(unreadable("broken"))
  const problem = audioProblem(facts)
  return problem === undefined ? Effect.succeed(facts) : Effect.fail(unreadable("unknown-codec", problem))
}

const requireVideo: Requirement = (facts) => {
  const video = intendedVideo(facts)
  if (video === undefined) return Effect.fail(unreadable("no-video"))
  if (video.isEncrypted === true) return Effect.fail(unreadable("encrypted"))
  const problem = codingProblem(video)
  if (problem !== undefined) return Effect.fail(unreadable("unknown-codec", problem))
  if (video.width === undefined || video.height === undefined) return Effect.fail(unreadable("broken"))
  if (video.width * video.height > MAX_PIXELS) {
    const size = `${video.width}x${video.height}`
    return Effect.fail(unreadable("too-large", `The frames (${size}) are too large to decode`))
  }
  return Effect.succeed(facts)
}
