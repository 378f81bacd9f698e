import { onScopeDispose, shallowRef, watch } from "vue"
import { asApiError } from "@/api"
import type { Neighbors } from "@/viewers/neighbors"

/** The start of the video goes first. */
const LATER_MS = 1_000

export interface ListPlace {
  readonly id: string
  /** The address query of the list; without one there is neither next nor previous. */
  readonly list: string | undefined
  readonly at: number | undefined
  /** Without a list, an episode has the episodes of its series next to it. */
  readonly isEpisode: boolean
}

/**
 * The previous and next videos in the list the user came from, or in its series. A random order has none, because it
 * differs at each request.
 */
export const useNeighbors = (place: () => ListPlace) => {
  const neighbors = shallowRef<Neighbors>({})
  /** Why they are not known. */
  const failure = shallowRef("")

  const find = async ({ at, id, list }: ListPlace, signal: AbortSignal): Promise<void> => {
    try {
      // Loaded when it is needed: the player itself is what must be there at once.
      const found =
        list === undefined
          ? await (await import("./episodesBeside")).episodesBeside(id, signal)
          : await (await import("./neighborsIn")).neighborsIn(list, id, at, signal)
      if (!signal.aborted) neighbors.value = found
    } catch (fault) {
      if (!signal.aborted) failure.value = asApiError(fault).message
    }
  }
  let abort = new AbortController()
  watch(
    () => JSON.stringify(place()),
    () => {
      abort.abort()
      abort = new AbortController()
      neighbors.value = {}
      failure.value = ""
      const { signal } = abort
      const now = place()
      if (now.list === undefined && !now.isEpisode) return
      const timer = setTimeout(() => void find(now, signal), LATER_MS)
      signal.addEventListener("abort", () => clearTimeout(timer))
    },
    { immediate: true }
  )
  onScopeDispose(() => abort.abort())
  return { neighbors, failure }
}
