import { eventUndo } from "../../EventUndo.ts"
import type { UserRelatedEvent } from "./events.ts"

interface UndoState {
  readonly whose: { readonly accountId: string; readonly entityId: string }
  readonly rating: number | null
  readonly isFavorite: boolean
}

/** Undoes changes to an account's rating and favorite of a performer, studio or tag. */
export const userRelatedUndo = eventUndo<UndoState, UserRelatedEvent>({
  target: "entity",
  targetIn: "entityId",
  isPrivate: true,
  rule: {
    initial: { whose: { accountId: "", entityId: "" }, rating: null, isFavorite: false },
    evolve: (state, event) => {
      const whose = { accountId: event.accountId, entityId: event.entityId }
      return event._tag === "user-related.rated.v1"
        ? { ...state, whose, rating: event.rating }
        : { ...state, whose, isFavorite: event.isFavorite }
    },
    parts: {
      "user-related.rated.v1": () => ["rating"],
      "user-related.favorited.v1": () => ["isFavorite"]
    },
    read: (state, part) => (part === "rating" ? state.rating : state.isFavorite),
    write: (values, { whose }) =>
      [...values].map(([part, value]) =>
        part === "rating"
          ? { _tag: "user-related.rated.v1", ...whose, rating: value as number | null }
          : { _tag: "user-related.favorited.v1", ...whose, isFavorite: value as boolean }
      )
  }
})
