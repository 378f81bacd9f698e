import { hashedUuid } from "@media/kernel/HashedUuid"

/** The stream of one account's bookmarks in one book. */
export const bookmarkStream = (accountId: string, itemId: string): string =>
  hashedUuid(`bookmarks/${accountId}/${itemId}`)
