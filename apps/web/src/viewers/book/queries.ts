import type { NewBookmark } from "@media/features/playback/bookmarks/contract"
import { useMutation, useQuery, useQueryCache } from "@pinia/colada"
import { api } from "@/api"
import { itemKey } from "@/features/items/keys"
import { refresh, type QueryCache } from "@/lib/queryCache"

/**
 * Returns the cache key of the reading position. The key begins with the key of the book, because reading on another
 * device changes both the book and the position.
 */
export const readingPositionKey = (id: string) => [...itemKey("book", id), "position"] as const
const bookmarksKey = (id: string) => ["bookmarks", id] as const

/** Loads the latest reading position of a book, from any device. */
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

/** Loads the text of a PDF page. The page number is one-based. */
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

/** Reloads bookmarks after they were changed in another window or on another device. */
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
