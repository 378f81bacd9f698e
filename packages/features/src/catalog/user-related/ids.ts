import { hashedUuid } from "@media/kernel/HashedUuid"

/** What one account thinks of one entity is a stream of its own, so that it never disturbs an edit. */
export const userRelatedStream = (accountId: string, entityId: string): string =>
  hashedUuid(`user-related/${accountId}/${entityId}`)
