import { eventUndo } from "../../EventUndo.ts"
import type { SeriesEvent, VideoNumbered, VideoRenumbered } from "./events.ts"
import { plainVideo } from "./facts.ts"
import {
  classifiedAfter,
  type ClassifiedVideo,
  noNumbers,
  renumberedTo,
  type ReviewedNumbers
} from "./reviewedNumbers.ts"

type Numbered = typeof VideoNumbered.Type
const fields = ["season", "episode", "episodeEnd", "airDate"] as const
const isField = (part: string): part is keyof ReviewedNumbers =>
  (fields as ReadonlyArray<string>).includes(part)

/** Numbers of reviewed results. Without them, the next classification uses the name of the file. */
export const numbersUndo = eventUndo<Numbered, SeriesEvent>({
  target: "item",
  rule: {
    initial: { _tag: "video.numbered.v1", libraryId: "", ...noNumbers },
    evolve: (state, event) => (event._tag === "video.numbered.v1" ? event : state),
    parts: { "video.numbered.v1": () => fields },
    read: (state, part) => (isField(part) ? state[part] : null),
    write: (values, state) => [{ ...state, ...Object.fromEntries(values) } as Numbered]
  }
})

interface Renumbered extends ClassifiedVideo {
  readonly last: typeof VideoRenumbered.Type | null
}

/** Numbers that a reviewer selected for an episode that a user classified. */
export const renumberedUndo = eventUndo<Renumbered, SeriesEvent>({
  target: "item",
  rule: {
    initial: { facts: plainVideo, isByHand: false, last: null },
    evolve: (state, event) => ({
      ...classifiedAfter(state, event),
      last: event._tag === "video.renumbered.v1" ? event : state.last
    }),
    parts: { "video.renumbered.v1": () => fields },
    // Numbers of the name are no longer those that the reviewer replaced.
    read: ({ facts, isByHand }, part) => (isField(part) && isByHand ? facts[part] : null),
    write: (values, { facts, last }) => {
      if (last === null) return []
      const { airDate, episode, episodeEnd, season } = facts
      const numbers = { airDate, episode, episodeEnd, season, ...Object.fromEntries(values) }
      return [renumberedTo(facts, numbers, { libraryId: last.libraryId, ref: last.ref })]
    }
  }
})
