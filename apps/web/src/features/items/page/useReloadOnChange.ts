import { onScopeDispose } from "vue"
import type { ItemKind } from "../kinds/kinds"
import { onItemsChanged } from "../live"

/**
 * Reloads a list after items of the given kinds have changed. Waits until no change has arrived for `restMs`
 * milliseconds.
 */
export const useReloadOnChange = (
  kinds: ReadonlyArray<ItemKind>,
  reload: () => Promise<void>,
  restMs = 500
): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void reload(), restMs)
  }
  const stop = kinds.map((kind) => onItemsChanged(kind, later))
  onScopeDispose(() => {
    clearTimeout(timer)
    for (const each of stop) each()
  })
}
