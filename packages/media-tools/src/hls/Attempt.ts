import type { HardwareEncoder } from "../hardware/HardwareEncoder.ts"
import { mainAudio, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Findings } from "./Findings.ts"
import { choosableAudio } from "./TrackChoice.ts"

/** How one run of ffmpeg is made. What could not be decoded in the run before is replaced. */
export interface Attempt {
  /** The track to play; `silence` in its place, `none` where the file has no audio. */
  readonly audio: StreamFacts | "silence" | "none"
  /**
   * `grid`: all frames on the grid, the last one stays as long as it must. `unpadded`: it does not; ffmpeg of 2018
   * crashes in `tpad` when no frame comes. `still`: the first one, repeated; a single frame without a length never
   * leaves the `fps` filter.
   */
  readonly frames: "grid" | "unpadded" | "still"
  /** HDR is shown as it is, pale: this ffmpeg cannot map it. */
  readonly isUnmapped?: boolean
  /** What encodes; absent: libx264. */
  readonly hardware?: HardwareEncoder | undefined
}

/** How a run ended that did not make all its segments. */
export interface RunEnd {
  /** `crash`: by a signal of its own doing; `error`: with an exit code; `end`: as if all were well. */
  readonly kind: "crash" | "error" | "end"
  readonly hasFrames: boolean
  /** The filters that map HDR are missing or refused these colors. */
  readonly isColorFault?: boolean
}

/** More tracks than these are not tried: each costs a start of ffmpeg. */
const MAX_TRACKS = 3

/** Audio tracks in the order of preference. */
export const audioTracks = (facts: ProbeFacts): ReadonlyArray<StreamFacts> => {
  const main = mainAudio(facts)
  if (main === undefined) return []
  const others = choosableAudio(facts).filter(({ index }) => index !== main.index)
  return [main, ...others].slice(0, MAX_TRACKS)
}

/** What was found before: the index of the audio track that works, `null` when none did. */
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
 * What to try after a run without a single frame; `undefined` when nothing is left. Audio first when ffmpeg gave up (one
 * input that cannot be decoded ends it), the frames when it crashed or saw nothing to do.
 */
export const nextAttempt = (question: AttemptQuestion): Attempt | undefined => {
  const { attempt, end, isFromStart } = question
  if (end.hasFrames) return undefined
  if (end.isColorFault === true && attempt.isUnmapped !== true) return { ...attempt, isUnmapped: true }
  if (end.kind === "crash") return otherFrames(question) ?? otherAudio(question)
  // Behind the end of a file that was cut there is nothing, whatever is left out.
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
