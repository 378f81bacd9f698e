import { hashedUuid } from "@media/kernel/HashedUuid"

/** The stream of all requests of one account, so that their number can be limited. */
export const requestsStream = (accountId: string): string => hashedUuid(`requests/${accountId}`)
