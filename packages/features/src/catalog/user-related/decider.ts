import type { Decider } from "@media/event-store/Decider"
import * as Either from "effect/Either"
import type { UserRelatedEvent } from "./events.ts"

interface Whose {
  readonly accountId: string
  readonly entityId: string
}
export type UserRelatedCommand =
  | (Whose & { readonly _tag: "Rate"; readonly rating: number | null })
  | (Whose & { readonly _tag: "SetFavorite"; readonly isFavorite: boolean })

interface UserRelatedState {
  readonly rating: number | null
  readonly isFavorite: boolean
}

/** Handles commands that change one account's rating and favorite flag of one entity. */
export const userRelatedDecider: Decider<UserRelatedCommand, UserRelatedState, UserRelatedEvent, never> = {
  initial: { rating: null, isFavorite: false },
  decide: (command, state) => {
    const { accountId, entityId } = command
    const whose = { accountId, entityId }
    if (command._tag === "Rate") {
      const { rating } = command
      return Either.right(
        rating === state.rating ? [] : [{ _tag: "user-related.rated.v1", ...whose, rating }]
      )
    }
    const { isFavorite } = command
    return Either.right(
      isFavorite === state.isFavorite ? [] : [{ _tag: "user-related.favorited.v1", ...whose, isFavorite }]
    )
  },
  evolve: (state, event) =>
    event._tag === "user-related.rated.v1"
      ? { ...state, rating: event.rating }
      : { ...state, isFavorite: event.isFavorite }
}
