import * as Effect from "effect/Effect"
import { eventUndo } from "../../EventUndo.ts"
import { lockSeries, mergedBelow } from "./knownMerges.ts"
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

/** Undoes the numbers from reviewed results. The next classification then uses the numbers in the file name. */
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

/** Undoes the numbers that a reviewer selected for an episode that a user had classified. */
export const renumberedUndo = eventUndo<Renumbered, SeriesEvent>({
  target: "item",
  rule: {
    initial: { facts: plainVideo, isByHand: false, last: null },
    evolve: (state, event) => ({
      ...classifiedAfter(state, event),
      last: event._tag === "video.renumbered.v1" ? event : state.last
    }),
    parts: { "video.renumbered.v1": () => fields },
    // If a user no longer classifies the video, its numbers come from the file name, not from the reviewer.
    read: ({ facts, isByHand }, part) => (isField(part) && isByHand ? facts[part] : null),
    write: (values, { facts, last }) => {
      if (last === null) return []
      const { airDate, episode, episodeEnd, season } = facts
      const numbers = { airDate, episode, episodeEnd, season, ...Object.fromEntries(values) }
      return [renumberedTo(facts, numbers, { libraryId: last.libraryId, ref: last.ref })]
    }
  }
})

interface Merged {
  readonly libraryId: string
  readonly into: string | null
  /** The target of the last merge, even if that merge has been undone. Needed for the event that records the undo. */
  readonly lastInto: string
}

/** Undoes and redoes merges of series. The classification job moves the episodes later. */
export const mergeUndo = eventUndo<Merged, SeriesEvent>({
  target: "item",
  targetIn: "into",
  rule: {
    initial: { libraryId: "", into: null, lastInto: "" },
    evolve: (state, event) => {
      if (event._tag === "series.merged.v1")
        return { libraryId: event.libraryId, into: event.into, lastInto: event.into }
      return event._tag === "series.split.v1" ? { ...state, into: null } : state
    },
    parts: { "series.merged.v1": () => ["mergedInto"], "series.split.v1": () => ["mergedInto"] },
    read: ({ into }, part) => (part === "mergedInto" ? into : null),
    write: (values, { lastInto, libraryId }) =>
      [...values.values()].map((into) =>
        typeof into === "string"
          ? { _tag: "series.merged.v1" as const, libraryId, into }
          : { _tag: "series.split.v1" as const, libraryId, into: lastInto }
      )
  },
  check: (undone) =>
    Effect.map(
      Effect.forEach(undone, ({ streamId, values }) =>
        Effect.gen(function* () {
          const into = values.get("mergedInto")?.to
          if (typeof into !== "string") return []
          yield* lockSeries([streamId, into])
          // Refuse to redo a merge if the target has since been merged into this series. With a cycle of merges,
          // neither series would have any episodes.
          const isCircle = (yield* mergedBelow(streamId)).includes(into)
          const reason = "The other series has since been merged into this one."
          return isCircle ? [{ streamId, part: "mergedInto", reason }] : []
        })
      ),
      (refusals) => refusals.flat()
    )
})
