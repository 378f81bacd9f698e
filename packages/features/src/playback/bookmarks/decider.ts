import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { BookmarkAdded, BookmarkEvent } from "./events.ts"

/**
 * The maximum number of bookmarks per account and book. It is limited because each change reads the whole stream of the
 * bookmarks.
 */
export const mostBookmarks = 500

export type BookmarkCommand =
  | ({ readonly _tag: "Add" } & Omit<typeof BookmarkAdded.Type, "_tag">)
  | {
      readonly _tag: "Rename"
      readonly bookmarkId: string
      readonly accountId: string
      readonly name: string
    }
  | { readonly _tag: "Remove"; readonly bookmarkId: string; readonly accountId: string }

/** The names of the bookmarks, keyed by bookmark id. */
type BookmarkState = ReadonlyMap<string, string>

const unknown = () => Either.left(new NotFound({ what: "bookmark" }))

export const bookmarkDecider: Decider<BookmarkCommand, BookmarkState, BookmarkEvent, NotFound | Conflict> = {
  initial: new Map(),
  decide: (command, state) => {
    const before = state.get(command.bookmarkId)
    switch (command._tag) {
      case "Add": {
        const { _tag, ...added } = command
        return state.size >= mostBookmarks
          ? Either.left(new Conflict({ reason: `A book can have at most ${mostBookmarks} bookmarks.` }))
          : Either.right([{ _tag: "bookmark.added.v1", ...added }])
      }
      case "Rename": {
        const { accountId, bookmarkId, name } = command
        if (before === undefined) return unknown()
        return Either.right(
          before === name ? [] : [{ _tag: "bookmark.renamed.v1", bookmarkId, accountId, name }]
        )
      }
      case "Remove": {
        const { accountId, bookmarkId } = command
        return before === undefined
          ? unknown()
          : Either.right([{ _tag: "bookmark.removed.v1", bookmarkId, accountId }])
      }
    }
  },
  evolve: (state, event) => {
    switch (event._tag) {
      case "bookmark.added.v1":
      case "bookmark.renamed.v1":
        return new Map(state).set(event.bookmarkId, event.name)
      case "bookmark.removed.v1":
        return new Map([...state].filter(([id]) => id !== event.bookmarkId))
    }
  }
}
