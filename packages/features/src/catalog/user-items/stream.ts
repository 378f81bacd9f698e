import { hashedUuid } from "@media/kernel/HashedUuid"

/**
 * Returns the id of the stream with one account's state of one item. The stream is not the item's own stream, so that
 * changes to the state never conflict with edits of the item.
 */
export const userItemStream = (accountId: string, itemId: string): string =>
  hashedUuid(`user-item/${accountId}/${itemId}`)
