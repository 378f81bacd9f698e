/** Browser storage may be disabled (private windows, policies). Values are then not remembered. */
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

/** Until the browser data is cleared. */
export const lasting = remember(() => localStorage)
/** Until the tab is closed. */
export const perTab = remember(() => sessionStorage)
