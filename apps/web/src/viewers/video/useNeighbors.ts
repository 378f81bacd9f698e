import { onScopeDispose, shallowRef, watch } from "vue"
import { asApiError } from "@/api"
import type { Neighbors } from "@/viewers/neighbors"

/** Delay before the neighbors are requested, so that the video starts first. */
const LATER_MS = 1_000

export interface ListPosition {
  readonly id: string
  /** The URL query of the list. Undefined if the user did not come from a list. */
  readonly list: string | undefined
  readonly at: number | undefined
  /** True for an episode. Without a list, the neighbors of an episode are the adjacent episodes of the series. */
  readonly isEpisode: boolean
  /** The label of the version that is playing. Null for the primary version. */
  readonly label: string | null
}

/**
 * Returns the previous and next videos in the list from which the user came. Without a list, returns the adjacent
 * episodes of the series. A random order has no neighbors, because the order differs for each request.
 */
export const useNeighbors = (position: () => ListPosition) => {
  const neighbors = shallowRef<Neighbors>({})
  /** The reason why the neighbors could not be loaded. Empty if no error occurred. */
  const failure = shallowRef("")

  const find = async ({ at, id, label, list }: ListPosition, signal: AbortSignal): Promise<void> => {
    try {
      // Loaded on demand, so that the player starts faster.
      const found =
        list === undefined
          ? await (await import("./adjacentEpisodes")).adjacentEpisodes(id, label, signal)
          : await (await import("./neighborsIn")).neighborsIn(list, id, at, signal)
      if (!signal.aborted) neighbors.value = found
    } catch (fault) {
      if (!signal.aborted) failure.value = asApiError(fault).message
    }
  }
  let abort = new AbortController()
  watch(
    () => JSON.stringify(position()),
    () => {
      abort.abort()
      abort = new AbortController()
      neighbors.value = {}
      failure.value = ""
      const { signal } = abort
      const now = position()
      if (now.list === undefined && !now.isEpisode) return
      const timer = setTimeout(() => void find(now, signal), LATER_MS)
      signal.addEventListener("abort", () => clearTimeout(timer))
    },
    { immediate: true }
  )
  onScopeDispose(() => abort.abort())
  return { neighbors, failure }
}
