import { hashedUuid } from "@media/kernel/HashedUuid"

/** Returns the stream id of the bookmarks of one account in one book. */
export const bookmarkStream = (accountId: string, itemId: string): string =>
  hashedUuid(`bookmarks/${accountId}/${itemId}`)
