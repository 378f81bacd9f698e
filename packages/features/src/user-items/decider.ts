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

interface UserItemState {
  readonly rating: number | null
  readonly isFavorite: boolean
}

export const userItemDecider: Decider<UserItemCommand, UserItemState, UserItemEvent, never> = {
  initial: { rating: null, isFavorite: false },
  decide: (command, state) => {
    const { accountId, itemId } = command
    if (command._tag === "Rate") {
      const { rating } = command
      return Either.right(
        state.rating === rating ? [] : [{ _tag: "user-item.rated.v1", accountId, itemId, rating }]
      )
    }
    const { isFavorite } = command
    return Either.right(
      state.isFavorite === isFavorite
        ? []
        : [{ _tag: "user-item.favorited.v1", accountId, itemId, isFavorite }]
    )
  },
  evolve: (state, event) =>
    event._tag === "user-item.rated.v1"
      ? { ...state, rating: event.rating }
      : { ...state, isFavorite: event.isFavorite }
}
