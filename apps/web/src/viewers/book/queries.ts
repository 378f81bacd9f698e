import type { NewBookmark } from "@media/features/playback/bookmarks/contract"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { itemKey } from "@/features/items/keys"
import { refresh, type QueryCache } from "@/lib/queryCache"

/** Below the key of the book, because reading on another device changes both. */
export const readingPositionKey = (id: string) => [...itemKey("book", id), "position"] as const
const bookmarksKey = (id: string) => ["bookmarks", id] as const

/** The reading position of a book on all devices. */
export const useReadingPosition = (id: () => string) =>
  useQuery({
    key: () => readingPositionKey(id()),
    query: ({ signal }) => api.bookReading.progress({ path: { id: id() }, signal })
  })

export const useOutline = (id: () => string) =>
  useQuery({
    key: () => ["outline", id()],
    query: ({ signal }) => api.bookReading.outline({ path: { id: id() }, signal })
  })

export const usePassages = (id: () => string, words: () => string) =>
  useQuery({
    key: () => ["passages", id(), words()],
    query: ({ signal }) => api.bookReading.passages({ path: { id: id() }, query: { q: words() }, signal }),
    enabled: () => words().trim().length > 1
  })

/** The text of a PDF page; the page number is one-based. */
export const usePageText = (id: () => string, page: () => number) =>
  useQuery({
    key: () => ["page-text", id(), page()],
    query: ({ signal }) => api.bookReading.pageText({ path: { id: id() }, query: { page: page() }, signal })
  })

export const useBookmarkList = (id: () => string) =>
  useQuery({
    key: () => bookmarksKey(id()),
    query: ({ signal }) => api.bookmarks.list({ path: { id: id() }, signal })
  })

/** Also updates other windows. */
export const refreshBookmarks = (cache: QueryCache): void => refresh(cache, { key: ["bookmarks"] })

export const useBookmarkChanges = (id: string) => {
  const cache = useQueryCache()
  const onSuccess = (): void => refresh(cache, { key: bookmarksKey(id) })
  return {
    add: useMutation({
      mutation: (body: NewBookmark) => api.bookmarks.add({ path: { id }, body }),
      onSuccess
    }),
    rename: useMutation({
      mutation: ({ bookmarkId, name }: { readonly bookmarkId: string; readonly name: string }) =>
        api.bookmarks.rename({ path: { id, bookmarkId }, body: { name } }),
      onSuccess
    }),
    remove: useMutation({
      mutation: (bookmarkId: string) => api.bookmarks.remove({ path: { id, bookmarkId } }),
      onSuccess
    })
  }
}
