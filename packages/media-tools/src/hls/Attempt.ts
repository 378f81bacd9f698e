import type { HardwareEncoder } from "../hardware/HardwareEncoder.ts"
import { mainAudio, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Findings } from "./Findings.ts"
import { choosableAudio } from "./TrackChoice.ts"

/** The inputs of one run of ffmpeg. An input that the previous run could not decode is replaced with another one. */
export interface Attempt {
  /** The track to play. `silence` replaces a track that cannot be decoded. `none` means that the file has no audio. */
  readonly audio: StreamFacts | "silence" | "none"
  /**
   * `grid`: all frames are on the grid, and the last frame is repeated as long as necessary. `unpadded`: the last frame
   * is not repeated. This avoids the `tpad` filter, which crashes in the 2018 build of ffmpeg if there is no frame.
   * `still`: the first frame is repeated. This is for streams with a single frame of unknown length, which the `fps`
   * filter never outputs.
   */
  readonly frames: "grid" | "unpadded" | "still"
  /** True if HDR is shown without tone mapping, with pale colors, because this ffmpeg cannot map HDR. */
  readonly isUnmapped?: boolean
  /** The hardware encoder. Default: none, which means libx264. */
  readonly hardware?: HardwareEncoder | undefined
}

/** The end of a run that did not create all of its segments. */
export interface RunEnd {
  /**
   * `crash`: ffmpeg crashed with a signal such as SIGSEGV. `error`: it exited with an error code. `end`: it exited
   * normally.
   */
  readonly kind: "crash" | "error" | "end"
  readonly hasFrames: boolean
  /** True if ffmpeg lacks the filters that map HDR, or if the filters rejected the colors of the video. */
  readonly isColorFault?: boolean
}

/** Maximum number of audio tracks to try. ffmpeg is started once for each track. */
const MAX_TRACKS = 3

/** Lists the audio tracks to try, in order of preference. */
export const audioTracks = (facts: ProbeFacts): ReadonlyArray<StreamFacts> => {
  const main = mainAudio(facts)
  if (main === undefined) return []
  const others = choosableAudio(facts).filter(({ index }) => index !== main.index)
  return [main, ...others].slice(0, MAX_TRACKS)
}

/** Findings of earlier runs. `audioTrack` is the index of the audio track that works, or `null` if no track works. */
export type Known = Pick<Findings, "audioTrack" | "isUnmapped">

export const firstAttempt = (facts: ProbeFacts, { audioTrack: track, isUnmapped }: Known = {}): Attempt => {
  const tracks = audioTracks(facts)
  const known = track === null ? "silence" : (tracks.find(({ index }) => index === track) ?? tracks[0])
  return {
    audio: tracks.length === 0 || known === undefined ? "none" : known,
    frames: "grid",
    ...(isUnmapped === true ? { isUnmapped } : {})
  }
}

export interface AttemptQuestion {
  readonly facts: ProbeFacts
  readonly attempt: Attempt
  readonly end: RunEnd
  readonly isCopy: boolean
  readonly isFromStart: boolean
  readonly isToEnd: boolean
}

/**
 * Returns the next attempt after a run without a single frame. `undefined` if no attempt is left. If ffmpeg crashed,
 * the next attempt handles the frames differently. Otherwise it uses other audio first, because ffmpeg fails if a
 * single input cannot be decoded.
 */
export const nextAttempt = (question: AttemptQuestion): Attempt | undefined => {
  const { attempt, end, isFromStart } = question
  if (end.hasFrames) return undefined
  if (end.isColorFault === true && attempt.isUnmapped !== true) return { ...attempt, isUnmapped: true }
  if (end.kind === "crash") return otherFrames(question) ?? otherAudio(question)
  // The run started after the end of a truncated file, so other inputs do not help.
  if (end.kind === "end" && !isFromStart) return undefined
  return otherAudio(question) ?? (attempt.frames === "grid" ? otherFrames(question) : undefined)
}

const otherAudio = ({ attempt, facts }: AttemptQuestion): Attempt | undefined => {
  const { audio } = attempt
  if (audio === "silence" || audio === "none") return undefined
  const tracks = audioTracks(facts)
  const next = tracks[tracks.findIndex(({ index }) => index === audio.index) + 1]
  return { ...attempt, audio: next ?? "silence" }
}

const otherFrames = ({ attempt, isCopy, isFromStart, isToEnd }: AttemptQuestion): Attempt | undefined => {
  if (isCopy || !isToEnd || attempt.frames !== "grid") return undefined
  return { ...attempt, frames: isFromStart ? "still" : "unpadded" }
}
