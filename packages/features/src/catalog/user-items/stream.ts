import { hashedUuid } from "@media/kernel/HashedUuid"

/** The stream of one account's state of one item. It is separate, so that it never conflicts with an edit. */
export const userItemStream = (accountId: string, itemId: string): string =>
  hashedUuid(`user-item/${accountId}/${itemId}`)
