import { hashedUuid } from "@media/kernel/HashedUuid"

/**
 * Returns the id of the stream with all views of an account. The views share a stream, so that the decider can limit
 * their number.
 */
export const viewsStream = (accountId: string): string => hashedUuid(`views/${accountId}`)
