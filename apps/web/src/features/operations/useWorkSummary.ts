import type { ItemKind } from "@media/features/ItemKind"
import type { WorkSummary } from "@media/features/app/operations/contract"
import { api, asApiError } from "@/api"
import { defineMessages, translate } from "@/lib/messages"
import { refresh } from "@/lib/queryCache"
import { toast } from "@/ui/toasts"
import { useQuery, useQueryCache } from "@pinia/colada"
import { computed, onScopeDispose, watch, type ComputedRef } from "vue"

/** Apart from those of the console, which pages with a list do not load. */
const messages = defineMessages("operations.review", {
  notReviewed: "These failures will be announced again. {reason}"
})

/** While something runs, and while nothing does. */
const BUSY_MS = 5_000
const IDLE_MS = 30_000

/** Failures until now have been seen by this person, on any device: they are not announced any more. */
export const useReviewFailures = (): (() => void) => {
  const cache = useQueryCache()
  return () =>
    void api.homeAdmin.reviewProblems().then(
      () => refresh(cache, { key: ["jobs", "summary"] }),
      (fault: unknown) =>
        toast(translate(messages, "notReviewed", { reason: asApiError(fault).message }), "bad")
    )
}

const useSummary = (enabled: () => boolean) =>
  useQuery({
    key: ["jobs", "summary"],
    query: ({ signal }) => api.jobs.summary({ query: {}, signal }),
    enabled
  })

/** Opening the whole list of a kind's unreadable files marks failures as seen, if there are no other failures. */
export const useReviewFiles = (lookedAt: () => ItemKind | undefined): void => {
  const { data } = useSummary(() => lookedAt() !== undefined)
  const review = useReviewFailures()
  watch(
    () =>
      data.value !== undefined &&
      data.value.unreadable.length === 1 &&
      data.value.unreadable[0]?.kind === lookedAt() &&
      data.value.failedOtherwise === 0,
    (isAll) => isAll && review(),
    { immediate: true }
  )
}

export interface WorkSummaryRefs {
  readonly running: ComputedRef<number>
  readonly queued: ComputedRef<number>
  /** Files that could not be read since failures were last looked at, by their kind. */
  readonly unreadable: ComputedRef<WorkSummary["unreadable"]>
  /** Jobs that failed for good since then and concern no such file. */
  readonly failedOtherwise: ComputedRef<number>
  /** Seconds until all is done; undefined when it is not known. */
  readonly etaSeconds: ComputedRef<number | undefined>
  /** Nothing has been answered yet. */
  readonly isPending: ComputedRef<boolean>
}

/**
 * The server's current activity in one line, for administrators: `enabled` must be false for other users, and may
 * become true once the first page is rendered. Sends one small request, every 5 seconds while jobs are running and
 * every 30 seconds otherwise.
 */
export const useWorkSummary = (enabled: () => boolean): WorkSummaryRefs => {
  const { data, refetch } = useSummary(enabled)
  const isBusy = computed(() => (data.value?.running ?? 0) + (data.value?.queued ?? 0) > 0)
  let timer: ReturnType<typeof setInterval> | undefined
  watch(
    () => (enabled() ? (isBusy.value ? BUSY_MS : IDLE_MS) : undefined),
    (every) => {
      clearInterval(timer)
      if (every !== undefined) timer = setInterval(() => !document.hidden && void refetch(), every)
    },
    { immediate: true }
  )
  onScopeDispose(() => clearInterval(timer))
  return {
    running: computed(() => data.value?.running ?? 0),
    queued: computed(() => data.value?.queued ?? 0),
    unreadable: computed(() => data.value?.unreadable ?? []),
    failedOtherwise: computed(() => data.value?.failedOtherwise ?? 0),
    etaSeconds: computed(() => data.value?.etaSeconds ?? undefined),
    isPending: computed(() => data.value === undefined)
  }
}
