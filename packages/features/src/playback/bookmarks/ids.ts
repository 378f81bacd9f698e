import { hashedUuid } from "@media/kernel/HashedUuid"

/** The bookmarks of one account in one book. */
export const bookmarkStream = (accountId: string, itemId: string): string =>
  hashedUuid(`bookmarks/${accountId}/${itemId}`)
