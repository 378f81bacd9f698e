import { hashedUuid } from "@media/kernel/HashedUuid"

/** Which naming rules a library was classified by is a stream of its own: no change of the library reads it. */
export const seriesScanStream = (libraryId: string): string => hashedUuid(`series-scan/${libraryId}`)

/** What an account is offered next of a series. */
export const nextUpStream = (accountId: string, seriesId: string): string =>
  hashedUuid(`next-up/${accountId}/${seriesId}`)
