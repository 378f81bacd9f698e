import { computed, nextTick } from "vue"
import { useRoute, useRouter } from "vue-router"
import { asStatus, parseFilterText, type RunStatusFilter } from "./runs/filterText"

/** Reads and writes the state of the operations page in the URL: status tab, filter text, queue and open run. */
export const useConsoleRoute = () => {
  const route = useRoute()
  const router = useRouter()
  const param = (name: string): string | undefined => {
    const value = route.params[name]
    return typeof value === "string" && value !== "" ? value : undefined
  }
  const text = computed(() => (typeof route.query["q"] === "string" ? route.query["q"] : ""))
  const query = (name: string): string | undefined => {
    const value = route.query[name]
    return typeof value === "string" && value !== "" ? value : undefined
  }
  const tab = computed(() => asStatus(query("status") ?? ""))
  const queueName = computed(() => param("queueName") ?? query("queue"))
  const runId = computed(() => param("runId"))
  const filter = computed(() => {
    const written = parseFilterText(text.value)
    return {
      ...written,
      status: written.status ?? tab.value,
      queue: written.queue ?? queueName.value,
      targetType: query("targetType"),
      targetId: query("targetId"),
      reason: query("reason")
    }
  })

  const replaceQuery = (change: Record<string, string | undefined>): void =>
    void router.replace({ query: { ...route.query, ...change } })
  /**
   * Opens a run, or closes the panel if `id` is undefined. The queue moves from the path to the query, so that it stays
   * in the URL.
   */
  const open = async (id: string | undefined, isWalking = false): Promise<void> => {
    const before = runId.value
    const query = { ...route.query, queue: queueName.value }
    const target =
      id === undefined ? { name: "operations", query } : { name: "run", params: { runId: id }, query }
    // Moving from one run to another replaces the history entry, so that going back once always closes the panel.
    await (isWalking ? router.replace(target) : router.push(target))
    if (id !== undefined || before === undefined) return
    await nextTick()
    document.querySelector<HTMLElement>(`a[href*="/ops/runs/${before}"]`)?.focus({ preventScroll: true })
  }
  return {
    text,
    filter,
    queueName,
    runId,
    open,
    isGrouped: computed(() => filter.value.status === "failed" && query("group") === "reason"),
    setGrouped: (on: boolean) => replaceQuery({ group: on ? "reason" : undefined }),
    setReason: (reason: string | undefined) =>
      replaceQuery({ reason, group: undefined, ...(reason === undefined ? {} : { status: "failed" }) }),
    isNarrowed: computed(() => Object.values(filter.value).some((value) => value !== undefined)),
    /** Selects a status tab. Removes a status that the user has typed in the filter text. */
    setStatus: (status: RunStatusFilter | undefined) =>
      replaceQuery({
        status,
        group: undefined,
        reason: undefined,
        q: text.value.replace(/(^|\s)status:\S+/g, "").trim() || undefined
      }),
    setText: (q: string) => replaceQuery({ q: q || undefined }),
    leaveQueue: () =>
      void router.replace({ name: "operations", query: { ...route.query, queue: undefined } }),
    clear: () => void router.replace({ name: "operations" })
  }
}
