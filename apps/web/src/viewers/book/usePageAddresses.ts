import { shallowRef } from "vue"

/** Selects a URL for each page: the first of its URLs that has not failed to load. */
export const usePageAddresses = (all: (page: number) => ReadonlyArray<string>) => {
  /** Number of failed URLs, keyed by page. */
  const failed = shallowRef<ReadonlyMap<number, number>>(new Map())
  /** Returns the current URL of a page, or undefined if all URLs of the page failed. */
  const addressOf = (page: number): string | undefined => all(page)[failed.value.get(page) ?? 0]
  const set = (page: number, count: number): void => {
    failed.value = new Map([...failed.value, [page, count]])
  }
  return {
    addressOf,
    /**
     * Records that a URL of a page failed to load. Ignores URLs other than the current URL, because events may be late.
     */
    onFailed: (page: number, address: string): void => {
      if (address === addressOf(page)) set(page, (failed.value.get(page) ?? 0) + 1)
    },
    /** Retries the given pages if all of their URLs failed, because a picture may be available now. */
    retry: (pages: ReadonlyArray<number>): void => {
      for (const page of pages) if (addressOf(page) === undefined) set(page, 0)
    }
  }
}
