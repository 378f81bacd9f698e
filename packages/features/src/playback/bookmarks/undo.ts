import { elementOf } from "@media/event-store/Undo"
import { eventUndo } from "../../EventUndo.ts"
import type { BookmarkAdded, BookmarkEvent } from "./events.ts"

type Bookmark = Omit<typeof BookmarkAdded.Type, "_tag">
interface UndoState {
  readonly accountId: string
  readonly bookmarks: ReadonlyMap<string, Bookmark>
}
const partOf = ({ bookmarkId }: { readonly bookmarkId: string }) => [`bookmark/${bookmarkId}`]

/** Undoes changes to one account's bookmarks in one book. */
export const bookmarkUndo = eventUndo<UndoState, BookmarkEvent>({
  target: "own",
  isPrivate: true,
  rule: {
    initial: { accountId: "", bookmarks: new Map() },
    evolve: ({ bookmarks }, event) => {
      const { accountId, bookmarkId } = event
      const after = new Map(bookmarks)
      const before = after.get(bookmarkId)
      if (event._tag === "bookmark.added.v1") {
        const { _tag, ...bookmark } = event
        after.set(bookmarkId, bookmark)
      } else if (event._tag === "bookmark.removed.v1") after.delete(bookmarkId)
      else if (before !== undefined) after.set(bookmarkId, { ...before, name: event.name })
      return { accountId, bookmarks: after }
    },
    parts: { "bookmark.added.v1": partOf, "bookmark.renamed.v1": partOf, "bookmark.removed.v1": partOf },
    read: ({ bookmarks }, part) => {
      const found = bookmarks.get(elementOf(part)!)
      return found === undefined ? null : { ...found }
    },
    write: (values, { accountId, bookmarks }) =>
      [...values].map(([part, value]): BookmarkEvent => {
        const bookmarkId = elementOf(part)!
        if (value === null) return { _tag: "bookmark.removed.v1", bookmarkId, accountId }
        const bookmark = value as unknown as Bookmark
        return bookmarks.has(bookmarkId)
          ? { _tag: "bookmark.renamed.v1", bookmarkId, accountId, name: bookmark.name }
          : { _tag: "bookmark.added.v1", ...bookmark }
      })
  }
})
