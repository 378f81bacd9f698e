import { shallowRef } from "vue"

/** For each page, the first of its addresses that the browser can display, as far as tried. */
export const usePageAddresses = (all: (page: number) => ReadonlyArray<string>) => {
  /** How many of the addresses of a page failed. */
  const failed = shallowRef<ReadonlyMap<number, number>>(new Map())
  /** Undefined: none of them could be shown. */
  const addressOf = (page: number): string | undefined => all(page)[failed.value.get(page) ?? 0]
  const set = (page: number, count: number): void => {
    failed.value = new Map([...failed.value, [page, count]])
  }
  return {
    addressOf,
    /** Also told late, of an address that another has replaced. */
    onFailed: (page: number, address: string): void => {
      if (address === addressOf(page)) set(page, (failed.value.get(page) ?? 0) + 1)
    },
    /** A picture that failed before may be available now. */
    retry: (pages: ReadonlyArray<number>): void => {
      for (const page of pages) if (addressOf(page) === undefined) set(page, 0)
    }
  }
}
