import { hashedUuid } from "@media/kernel/HashedUuid"

/** The stream of one account's rating and favorite of one entity. It is separate, so that it never conflicts with an edit. */
export const userRelatedStream = (accountId: string, entityId: string): string =>
  hashedUuid(`user-related/${accountId}/${entityId}`)
