import { hashedUuid } from "@media/kernel/HashedUuid"

/** One account's state of one item has its own stream, so that it never conflicts with an edit. */
export const userItemStream = (accountId: string, itemId: string): string =>
  hashedUuid(`user-item/${accountId}/${itemId}`)
