import { hashedUuid } from "@media/kernel/HashedUuid"

/**
 * Returns the id of the stream with all rules of an account. The rules share a stream, so that the decider can limit
 * their number.
 */
export const rulesStream = (accountId: string): string => hashedUuid(`rules/${accountId}`)
