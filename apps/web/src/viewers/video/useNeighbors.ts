import { onScopeDispose, shallowRef, watch } from "vue"
import { asApiError } from "@/api"
import type { Neighbors } from "@/viewers/neighbors"

/** Waits, so that the video starts first. */
const LATER_MS = 1_000

export interface ListPosition {
  readonly id: string
  /** The URL query of the list; undefined if there is none, and then no next or previous video. */
  readonly list: string | undefined
  readonly at: number | undefined
  /** True for an episode, whose neighbors are those in its series unless there is a list. */
  readonly isEpisode: boolean
  /** The label of the version that plays; null for the primary one. */
  readonly label: string | null
}

/**
 * The previous and next videos in the list that the user came from, or in the series. Undefined for a random order,
 * which differs for each request.
 */
export const useNeighbors = (position: () => ListPosition) => {
  const neighbors = shallowRef<Neighbors>({})
  /** The reason why the neighbors are unknown. */
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
