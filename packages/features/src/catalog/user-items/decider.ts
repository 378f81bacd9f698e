import type { Decider } from "@media/event-store/Decider"
import * as Either from "effect/Either"
import type { UserItemEvent } from "./events.ts"

interface Whose {
  readonly accountId: string
  readonly itemId: string
}
export type UserItemCommand =
  | (Whose & { readonly _tag: "Rate"; readonly rating: number | null })
  | (Whose & { readonly _tag: "SetFavorite"; readonly isFavorite: boolean })
  | (Whose & { readonly _tag: "SetWatched"; readonly isWatched: boolean })
  /**
   * Imports a play count from an NFO file or another program. Ignored if the account has ever had a watched status for
   * the item (see `wasDecided`).
   */
  | (Whose & { readonly _tag: "ImportWatched"; readonly playCount: number; readonly watchedAt?: string })
  /** Copies the watched status, time and play count from another file of the same movie or episode. */
  | (Whose & {
      readonly _tag: "AdoptWatched"
      readonly playCount: number
      readonly watchedAt: string
      readonly isMarked: boolean
    })
  /** Records that a viewing reached the end of the item. */
  | (Whose & { readonly _tag: "FinishViewing" })

interface UserItemState {
  readonly rating: number | null
  readonly isFavorite: boolean
  readonly isWatched: boolean
  readonly playCount: number
  /**
   * True after a user, an import or a finished viewing has changed the watched status, even if the change was undone.
   * `ImportWatched` is then ignored.
   */
  readonly wasDecided: boolean
}

const decide = (command: UserItemCommand, state: UserItemState): ReadonlyArray<UserItemEvent> => {
  const { accountId, itemId } = command
  const whose = { accountId, itemId }
  switch (command._tag) {
    case "Rate": {
      const { rating } = command
      return state.rating === rating ? [] : [{ _tag: "user-item.rated.v1", ...whose, rating }]
    }
    case "SetFavorite": {
      const { isFavorite } = command
      return state.isFavorite === isFavorite ? [] : [{ _tag: "user-item.favorited.v1", ...whose, isFavorite }]
    }
    case "SetWatched": {
      const { isWatched } = command
      if (state.isWatched === isWatched) return []
      // A user who marks an item as watched has watched it at least once, perhaps in another program.
      const playCount = isWatched ? Math.max(1, state.playCount) : state.playCount
      return [{ _tag: "user-item.watched.v1", ...whose, isWatched, playCount, isMarked: true }]
    }
    case "ImportWatched": {
      if (state.wasDecided) return []
      const { playCount, watchedAt } = command
      const when = watchedAt === undefined ? {} : { watchedAt }
      return [{ _tag: "user-item.watched.v1", ...whose, isWatched: true, playCount, isMarked: true, ...when }]
    }
    case "AdoptWatched": {
      const { isMarked, playCount, watchedAt } = command
      if (state.isWatched && state.playCount >= playCount) return []
      return [{ _tag: "user-item.watched.v1", ...whose, isWatched: true, playCount, isMarked, watchedAt }]
    }
    case "FinishViewing":
      return [{ _tag: "user-item.watched.v1", ...whose, isWatched: true, playCount: state.playCount + 1 }]
  }
}

export const userItemDecider: Decider<UserItemCommand, UserItemState, UserItemEvent, never> = {
  initial: { rating: null, isFavorite: false, isWatched: false, playCount: 0, wasDecided: false },
  decide: (command, state) => Either.right(decide(command, state)),
  evolve: (state, event) => {
    switch (event._tag) {
      case "user-item.rated.v1":
        return { ...state, rating: event.rating }
      case "user-item.favorited.v1":
        return { ...state, isFavorite: event.isFavorite }
      case "user-item.watched.v1":
        return { ...state, isWatched: event.isWatched, playCount: event.playCount, wasDecided: true }
    }
  }
}
