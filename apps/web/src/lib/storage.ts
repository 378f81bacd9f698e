/**
 * Accesses browser storage. Returns `otherwise` if storage is disabled (private windows, policies), and stores nothing.
 */
const attempt = <T>(use: () => T, otherwise: T): T => {
  try {
    return use()
  } catch {
    return otherwise
  }
}

const remember = (area: () => Storage) => ({
  read: (key: string): string | null => attempt(() => area().getItem(key), null),
  write: (key: string, value: string): void => attempt(() => area().setItem(key, value), undefined),
  drop: (key: string): void => attempt(() => area().removeItem(key), undefined)
})

/** Keeps values until the browser data is cleared. */
export const lasting = remember(() => localStorage)
/** Keeps values until the tab is closed. */
export const perTab = remember(() => sessionStorage)
