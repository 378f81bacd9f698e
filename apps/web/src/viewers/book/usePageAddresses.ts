import { shallowRef } from "vue"

/** For each page, the first of its addresses that has not failed to display. */
export const usePageAddresses = (all: (page: number) => ReadonlyArray<string>) => {
  /** The number of failed addresses of each page. */
  const failed = shallowRef<ReadonlyMap<number, number>>(new Map())
  /** Undefined if all addresses failed. */
  const addressOf = (page: number): string | undefined => all(page)[failed.value.get(page) ?? 0]
  const set = (page: number, count: number): void => {
    failed.value = new Map([...failed.value, [page, count]])
  }
  return {
    addressOf,
    /** May be called late, for an address that was already replaced. */
    onFailed: (page: number, address: string): void => {
      if (address === addressOf(page)) set(page, (failed.value.get(page) ?? 0) + 1)
    },
    /** A picture that failed before may be available now. */
    retry: (pages: ReadonlyArray<number>): void => {
      for (const page of pages) if (addressOf(page) === undefined) set(page, 0)
    }
  }
}
