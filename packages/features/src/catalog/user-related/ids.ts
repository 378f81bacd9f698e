import { hashedUuid } from "@media/kernel/HashedUuid"

/**
 * Returns the id of the stream with one account's rating and favorite of one entity. The stream is not the entity's own
 * stream, so that these changes never conflict with edits of the entity.
 */
export const userRelatedStream = (accountId: string, entityId: string): string =>
  hashedUuid(`user-related/${accountId}/${entityId}`)
