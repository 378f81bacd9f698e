import { hashedUuid } from "@media/kernel/HashedUuid"

/** What one account thinks and did of one item is a stream of its own, so that it never disturbs an edit. */
export const userItemStream = (accountId: string, itemId: string): string =>
  hashedUuid(`user-item/${accountId}/${itemId}`)
