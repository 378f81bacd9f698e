import { hashedUuid } from "@media/kernel/HashedUuid"

/**
 * Returns the id of the stream that records which naming rules classified a library. The stream is separate from the
 * library's stream, because changes to the library do not depend on the classification.
 */
export const seriesScanStream = (libraryId: string): string => hashedUuid(`series-scan/${libraryId}`)

/** Returns the id of the stream that records whether an account dismissed a series from Next up. */
export const nextUpStream = (accountId: string, seriesId: string): string =>
  hashedUuid(`next-up/${accountId}/${seriesId}`)
