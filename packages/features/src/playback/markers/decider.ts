import type { Decider } from "@media/event-store/Decider"
import { Conflict, Invalid, NotFound } from "@media/kernel/Errors"
import { isSameJson } from "@media/kernel/Json"
import * as Either from "effect/Either"
import type { ItemEvent } from "../../catalog/items/events.ts"
import type { AudioProbed } from "../../media/audio/events.ts"
import type { VideoProbed } from "../../media/videos/events.ts"
import type { MarkerAdded, MarkerEvent } from "./events.ts"

/**
 * The maximum number of markers per item. It is limited because each change reads the whole stream of the item. A long
 * video has about thirty.
 */
export const mostMarkers = 1_000

type MarkerFields = Omit<typeof MarkerAdded.Type, "_tag" | "markerId">

export type MarkerCommand =
  | ({ readonly _tag: "Add"; readonly markerId: string } & MarkerFields)
  | {
      readonly _tag: "Change"
      readonly markerId: string
      readonly changes: { readonly [Field in keyof MarkerFields]?: MarkerFields[Field] | undefined }
    }
  | { readonly _tag: "Remove"; readonly markerId: string }
  /** Replaces or removes a tag on all markers of the item. */
  | { readonly _tag: "ReplaceTag"; readonly from: string; readonly into: string | null }

interface MarkerState {
  /** True if the item has a timeline for markers. */
  readonly isTimed: boolean
  /** The duration in seconds. Null until the file was probed. */
  readonly duration: number | null
  readonly markers: ReadonlyMap<string, MarkerFields>
}

/** Tolerance for positions after the end, because a file may be slightly longer than its container declares. */
const TOLERANCE_SECONDS = 1

const wrong = (path: string, message: string) =>
  Either.left(new Invalid({ reason: `${path}: ${message}`, fields: [{ path, message }] }))

/** Sorts the tags of a marker, so that the same tags in a different order do not count as a change. */
const withTags = (tags: ReadonlyArray<string>) => {
  const sorted = [...new Set(tags)].toSorted()
  return sorted.length === 0 ? {} : { tags: sorted }
}

const requireInside = (
  { end, start }: Pick<MarkerFields, "start" | "end">,
  { duration }: MarkerState
): Either.Either<void, Invalid> => {
  const last = duration === null ? Number.POSITIVE_INFINITY : duration + TOLERANCE_SECONDS
  const behind = `must not be after the end (${duration?.toFixed(1)} seconds)`
  if (start > last) return wrong("start", behind)
  if (end !== null && end <= start) return wrong("end", "must be after the start")
  return end !== null && end > last ? wrong("end", behind) : Either.void
}

const requireMarker = (markerId: string, { markers }: MarkerState): Either.Either<MarkerFields, NotFound> => {
  const marker = markers.get(markerId)
  return marker === undefined ? Either.left(new NotFound({ what: "marker" })) : Either.right(marker)
}

export const markerDecider: Decider<
  MarkerCommand,
  MarkerState,
  MarkerEvent | ItemEvent | typeof VideoProbed.Type | typeof AudioProbed.Type,
  NotFound | Invalid | Conflict
> = {
  initial: { isTimed: false, duration: null, markers: new Map() },
  decide: (command, state) =>
    Either.gen(function* () {
      if (!state.isTimed) return yield* Either.left(new NotFound({ what: "item" }))
      if (command._tag === "ReplaceTag") {
        const { from, into } = command
        return [...state.markers].flatMap(([markerId, { tags = [], ...fields }]) => {
          if (!tags.includes(from)) return []
          const after = withTags(tags.flatMap((tag) => (tag !== from ? [tag] : into === null ? [] : [into])))
          return [{ _tag: "marker.changed.v1" as const, markerId, ...fields, ...after }]
        })
      }
      const { markerId } = command
      switch (command._tag) {
        case "Add": {
          const { end, start, tags = [], title } = command
          yield* requireInside(command, state)
          if (state.markers.size >= mostMarkers)
            return yield* Either.left(
              new Conflict({
                reason: `An item can have at most ${mostMarkers.toLocaleString("en")} markers.`
              })
            )
          return [{ _tag: "marker.added.v1" as const, markerId, title, start, end, ...withTags(tags) }]
        }
        case "Change": {
          const before = yield* requireMarker(markerId, state)
          const { end = before.end, start = before.start, title = before.title } = command.changes
          const after = { title, start, end, ...withTags(command.changes.tags ?? before.tags ?? []) }
          yield* requireInside(after, state)
          return isSameJson({ ...before }, after)
            ? []
            : [{ _tag: "marker.changed.v1" as const, markerId, ...after }]
        }
        case "Remove": {
          const { title } = yield* requireMarker(markerId, state)
          return [{ _tag: "marker.removed.v1" as const, markerId, title }]
        }
      }
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "item.registered.v1":
        return { ...state, isTimed: event.kind === "video" || event.kind === "track" }
      // Markers are kept if the content changes, because a better copy of the video has the same scenes.
      case "item.file-changed.v1":
        return { ...state, duration: null }
      case "video.probed.v1":
      case "audio.probed.v1":
        return { ...state, duration: event.duration }
      case "marker.added.v1":
      case "marker.changed.v1": {
        const { end, markerId, start, tags = [], title } = event
        const fields = { title, start, end, ...withTags(tags) }
        return { ...state, markers: new Map(state.markers).set(markerId, fields) }
      }
      case "marker.removed.v1": {
        const markers = new Map(state.markers)
        markers.delete(event.markerId)
        return { ...state, markers }
      }
      default:
        return state
    }
  }
}
