import { codingProblem, mainAudio, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"

/** How one run of ffmpeg is made. What could not be decoded in the run before is replaced. */
export interface Attempt {
  /** The track to play; `silence` in its place, `none` where the file has no sound. */
  readonly sound: StreamFacts | "silence" | "none"
  /**
   * `grid`: all pictures on the grid, the last one stays as long as it must. `unpadded`: it does not; ffmpeg of 2018
   * crashes in `tpad` when no picture comes. `still`: the first one, repeated; a single picture without a length never
   * leaves the `fps` filter.
   */
  readonly picture: "grid" | "unpadded" | "still"
}

/** How a run ended that did not make all its segments. */
export interface RunEnd {
  /** `crash`: by a signal of its own doing; `error`: with an exit code; `end`: as if all were well. */
  readonly kind: "crash" | "error" | "end"
  readonly hasPictures: boolean
}

/** More tracks than these are not tried: each costs a start of ffmpeg. */
const MAX_TRACKS = 3

/** Sound tracks in the order of preference. */
export const soundTracks = (facts: ProbeFacts): ReadonlyArray<StreamFacts> => {
  const main = mainAudio(facts)
  if (main === undefined) return []
  const others = facts.streams.filter(
    (stream) =>
      stream.kind === "audio" &&
      stream.index !== main.index &&
      stream.sampleRate !== undefined &&
      stream.channels !== undefined &&
      codingProblem(stream) === undefined
  )
  return [main, ...others].slice(0, MAX_TRACKS)
}

/** `track`: the index found to work before, `null` when none did. */
export const firstAttempt = (facts: ProbeFacts, track: number | null | undefined): Attempt => {
  const tracks = soundTracks(facts)
  const known = track === null ? "silence" : (tracks.find(({ index }) => index === track) ?? tracks[0])
  return { sound: tracks.length === 0 || known === undefined ? "none" : known, picture: "grid" }
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
 * What to try after a run without a single picture; `undefined` when nothing is left. Sound first when ffmpeg gave up (one
 * input that cannot be decoded ends it), the picture when it crashed or saw nothing to do.
 */
export const nextAttempt = (question: AttemptQuestion): Attempt | undefined => {
  const { attempt, end, isFromStart } = question
  if (end.hasPictures) return undefined
  if (end.kind === "crash") return otherPicture(question) ?? otherSound(question)
  // Behind the end of a file that was cut there is nothing, whatever is left out.
  if (end.kind === "end" && !isFromStart) return undefined
  return otherSound(question) ?? (attempt.picture === "grid" ? otherPicture(question) : undefined)
}

const otherSound = ({ attempt, facts }: AttemptQuestion): Attempt | undefined => {
  const { sound } = attempt
  if (sound === "silence" || sound === "none") return undefined
  const tracks = soundTracks(facts)
  const next = tracks[tracks.findIndex(({ index }) => index === sound.index) + 1]
  return { ...attempt, sound: next ?? "silence" }
}

const otherPicture = ({ attempt, isCopy, isFromStart, isToEnd }: AttemptQuestion): Attempt | undefined => {
  if (isCopy || !isToEnd || attempt.picture !== "grid") return undefined
  return { ...attempt, picture: isFromStart ? "still" : "unpadded" }
}
