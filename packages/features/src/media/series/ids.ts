import { hashedUuid } from "@media/kernel/HashedUuid"

/** The stream of the naming rules that classified a library. It is separate, because no change of the library reads it. */
export const seriesScanStream = (libraryId: string): string => hashedUuid(`series-scan/${libraryId}`)

/** The stream of an account's decisions to dismiss or restore a series in Next up. */
export const nextUpStream = (accountId: string, seriesId: string): string =>
  hashedUuid(`next-up/${accountId}/${seriesId}`)
