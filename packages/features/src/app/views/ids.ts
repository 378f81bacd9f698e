import { hashedUuid } from "@media/kernel/HashedUuid"

/** The stream of all views of one account, so that their number can be limited. */
export const viewsStream = (accountId: string): string => hashedUuid(`views/${accountId}`)
