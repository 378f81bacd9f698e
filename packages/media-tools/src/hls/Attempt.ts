import type { HardwareEncoder } from "../hardware/HardwareEncoder.ts"
import { mainAudio, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Findings } from "./Findings.ts"
import { choosableAudio } from "./TrackChoice.ts"

/** The inputs of one run of ffmpeg. Anything that the previous run could not decode is replaced. */
export interface Attempt {
  /** The track to play. `silence` replaces a track that cannot be decoded. `none` means that the file has no audio. */
  readonly audio: StreamFacts | "silence" | "none"
  /**
   * `grid`: all frames are on the grid, and the last frame is repeated as long as necessary. `unpadded`: the last frame
   * is not repeated, because the `tpad` filter in the 2018 build of ffmpeg crashes if there is no frame. `still`: the
   * first frame is repeated, because the `fps` filter never outputs a single frame without a length.
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
   * `crash`: the program caused the signal that ended it. `error`: it returned an error code. `end`: it ended normally.
   */
  readonly kind: "crash" | "error" | "end"
  readonly hasFrames: boolean
  /** True if the filters that map HDR are missing, or rejected these colors. */
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
 * changes the frames first. Otherwise changes the audio first, because one undecodable input makes ffmpeg fail.
 */
export const nextAttempt = (question: AttemptQuestion): Attempt | undefined => {
  const { attempt, end, isFromStart } = question
  if (end.hasFrames) return undefined
  if (end.isColorFault === true && attempt.isUnmapped !== true) return { ...attempt, isUnmapped: true }
  if (end.kind === "crash") return otherFrames(question) ?? otherAudio(question)
  // A truncated file contains no data after its end, so changing the inputs does not help.
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
