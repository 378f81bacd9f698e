import type { PartValue } from "@media/event-store/Undo"
import { eventUndo } from "../../EventUndo.ts"
import type { UserItemEvent } from "./events.ts"

interface Watched {
  readonly isWatched: boolean
  readonly playCount: number
  readonly isMarked: boolean
  readonly watchedAt?: string | undefined
}
interface UndoState {
  readonly whose: { readonly accountId: string; readonly itemId: string }
  readonly rating: number | null
  readonly isFavorite: boolean
  readonly watched: Watched
}

/**
 * Undoes changes to an account's rating, favorite and watched status. The playback position cannot be undone, because
 * it is not in the event log.
 */
export const userItemUndo = eventUndo<UndoState, UserItemEvent>({
  target: "item",
  targetIn: "itemId",
  isPrivate: true,
  rule: {
    initial: {
      whose: { accountId: "", itemId: "" },
      rating: null,
      isFavorite: false,
      watched: { isWatched: false, playCount: 0, isMarked: false }
    },
    evolve: (state, event) => {
      const whose = { accountId: event.accountId, itemId: event.itemId }
      switch (event._tag) {
        case "user-item.rated.v1":
          return { ...state, whose, rating: event.rating }
        case "user-item.favorited.v1":
          return { ...state, whose, isFavorite: event.isFavorite }
        case "user-item.watched.v1": {
          const { isMarked = false, isWatched, playCount, watchedAt } = event
          const when = watchedAt === undefined ? {} : { watchedAt }
          return { ...state, whose, watched: { isWatched, playCount, isMarked, ...when } }
        }
        default:
          return state
      }
    },
    parts: {
      "user-item.rated.v1": () => ["rating"],
      "user-item.favorited.v1": () => ["isFavorite"],
      "user-item.watched.v1": () => ["isWatched"]
    },
    read: ({ isFavorite, rating, watched }, part): PartValue =>
      part === "rating" ? rating : part === "isFavorite" ? isFavorite : { ...watched },
    write: (values, { whose }) =>
      [...values].map(([part, value]): UserItemEvent => {
        if (part === "rating") return { _tag: "user-item.rated.v1", ...whose, rating: value as number | null }
        if (part === "isFavorite")
          return { _tag: "user-item.favorited.v1", ...whose, isFavorite: value as boolean }
        const { isMarked, isWatched, playCount, watchedAt } = value as unknown as Watched
        return {
          ...{ _tag: "user-item.watched.v1", ...whose, isWatched, playCount },
          ...(isMarked ? { isMarked } : {}),
          ...(watchedAt === undefined ? {} : { watchedAt })
        }
      })
  }
})
