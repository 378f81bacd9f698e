import { onScopeDispose, shallowRef, watch } from "vue"
import { areItemsExpected } from "@/lib/expectedItems"
import type { PagedList } from "@/lib/usePagedList"
import type { ItemDefinition, ItemDetail, ItemSummary } from "../definition"
import { onItemsChanged } from "../live"
import { countItems } from "../queries"
import type { ItemFilter } from "./filter"

/**
 * Time over which changes are combined into one reload, because changes arrive in bursts while a library is scanned.
 */
const GATHER_MS = 1_000
/**
 * Maximum number of changed rows that are reloaded individually. If more rows have changed, the list reloads whole
 * pages.
 */
const SINGLE_READS = 20

/**
 * Keeps a visible list up to date. Replaces changed rows in place, and counts new rows until the user asks to see them.
 * Items that the user brings back with an undo are shown immediately.
 */
export const useArrivals = <S extends ItemSummary, D extends ItemDetail & S>(
  definition: Pick<ItemDefinition<S, D>, "kind" | "list" | "get">,
  list: PagedList<S>,
  filter: () => ItemFilter,
  /** Returns the key of the list, which changes with the filter. */
  name: () => string
) => {
  const pending = shallowRef(0)
  let changed = new Set<string>()
  let many = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const gather = async (): Promise<void> => {
    timer = undefined
    const known = [...changed].filter((id) => list.has(id))
    const shouldReload = many || known.length > SINGLE_READS
    changed = new Set()
    many = false
    try {
      if (!shouldReload)
        for (const item of await Promise.all(known.map((id) => definition.get(id)))) list.patch(item)
      const difference = (await countItems(definition, filter())) - (list.total.value ?? 0)
      const isWanted = list.total.value === 0 || (difference > 0 && areItemsExpected())
      if (isWanted || difference < 0 || (shouldReload && difference === 0)) return void show()
      pending.value = difference
    } catch {
      // Probably the server is unreachable. After the connection is restored, a snapshot reloads the whole list.
    }
  }
  const show = async (): Promise<void> => {
    pending.value = 0
    await list.reload()
  }

  const stop = onItemsChanged(definition.kind, (change) => {
    for (const id of change.ids) changed.add(id)
    many ||= change.many
    timer ??= setTimeout(() => void gather(), GATHER_MS)
  })
  onScopeDispose(() => {
    stop()
    clearTimeout(timer)
  })
  watch(name, () => (pending.value = 0))
  return { pending, show }
}
