import { hashedUuid } from "@media/kernel/HashedUuid"

/** The stream of all rules of one account, so that their number can be limited. */
export const rulesStream = (accountId: string): string => hashedUuid(`rules/${accountId}`)
