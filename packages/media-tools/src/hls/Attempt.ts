import type { HardwareEncoder } from "../hardware/HardwareEncoder.ts"
import { mainAudio, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Findings } from "./Findings.ts"
import { choosableAudio } from "./TrackChoice.ts"

/** How to make one run of ffmpeg. Anything that the previous run could not decode is replaced. */
export interface Attempt {
  /** The track to play. `silence` replaces a track that cannot be decoded; `none` if the file has no audio. */
  readonly audio: StreamFacts | "silence" | "none"
  /**
   * `grid`: all frames on the grid, and the last one is repeated as long as necessary. `unpadded`: the last one is not
   * repeated; ffmpeg of 2018 crashes in `tpad` if there is no frame. `still`: the first frame, repeated; a single frame
   * without a length never leaves the `fps` filter.
   */
  readonly frames: "grid" | "unpadded" | "still"
  /** True if HDR is shown unmapped, with pale colors, because this ffmpeg cannot map it. */
  readonly isUnmapped?: boolean
  /** The encoder; default: libx264. */
  readonly hardware?: HardwareEncoder | undefined
}

/** How a run ended that did not make all its segments. */
export interface RunEnd {
  /** `crash`: by its own signal; `error`: with an exit code; `end`: normally. */
  readonly kind: "crash" | "error" | "end"
  readonly hasFrames: boolean
  /** The filters that map HDR are missing or rejected these colors. */
  readonly isColorFault?: boolean
}

/** Maximum number of tracks to try, because each costs a start of ffmpeg. */
const MAX_TRACKS = 3

/** Audio tracks in order of preference. */
export const audioTracks = (facts: ProbeFacts): ReadonlyArray<StreamFacts> => {
  const main = mainAudio(facts)
  if (main === undefined) return []
  const others = choosableAudio(facts).filter(({ index }) => index !== main.index)
  return [main, ...others].slice(0, MAX_TRACKS)
}

/** Earlier findings: the index of the audio track that works, `null` if none did. */
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
 * The next attempt after a run without a single frame; `undefined` if nothing is left to try. Replaces the audio first
 * if ffmpeg gave up (one undecodable input makes it fail), and the frames if it crashed or did nothing.
 */
export const nextAttempt = (question: AttemptQuestion): Attempt | undefined => {
  const { attempt, end, isFromStart } = question
  if (end.hasFrames) return undefined
  if (end.isColorFault === true && attempt.isUnmapped !== true) return { ...attempt, isUnmapped: true }
  if (end.kind === "crash") return otherFrames(question) ?? otherAudio(question)
  // A truncated file contains nothing after its end, whatever is left out.
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
