import type { ItemKind } from "@media/features/ItemKind"
import type { WorkSummary } from "@media/features/app/operations/contract"
import { api, asApiError } from "@/api"
import { defineMessages, translate } from "@/lib/messages"
import { refresh } from "@/lib/queryCache"
import { toast } from "@/ui/toasts"
import { useQuery, useQueryCache } from "@pinia/colada"
import { computed, onScopeDispose, watch, type ComputedRef } from "vue"

/** Messages needed by pages other than the operations page. All other messages of this feature load later. */
const messages = defineMessages("operations.review", {
  notReviewed: "Couldn’t mark these failures as reviewed. {reason}"
})

/** Poll intervals in milliseconds: while jobs are running or queued, and while the server is idle. */
const BUSY_MS = 5_000
const IDLE_MS = 30_000

/** Returns a function that marks all failures so far as reviewed by this user, on all devices. */
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

/**
 * Marks all failures as reviewed when the user opens the list of unreadable files of a kind. If there are failures
 * outside of that list, does nothing.
 */
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
  /** The number of files of each kind that became unreadable since the user last reviewed the failures. */
  readonly unreadable: ComputedRef<WorkSummary["unreadable"]>
  /** The number of other jobs that failed permanently since the user last reviewed the failures. */
  readonly failedOtherwise: ComputedRef<number>
  /** The estimated seconds until all jobs have finished. Undefined if unknown. */
  readonly etaSeconds: ComputedRef<number | undefined>
  /** True before the first response. */
  readonly isPending: ComputedRef<boolean>
}

/**
 * Provides a summary of running, queued and failed jobs for administrators. `enabled` must return false for other
 * users, and can also delay the first request. Sends a small request every 5 seconds while there are jobs, and
 * otherwise every 30 seconds.
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
