import { hashedUuid } from "@media/kernel/HashedUuid"

/**
 * Returns the id of the stream with all requests of an account. The requests share a stream, so that the decider can
 * limit their number.
 */
export const requestsStream = (accountId: string): string => hashedUuid(`requests/${accountId}`)
