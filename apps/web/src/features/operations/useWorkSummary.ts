import type { ItemKind } from "@media/features/ItemKind"
import type { WorkSummary } from "@media/features/app/operations/contract"
import { api, asApiError } from "@/api"
import { defineMessages, translate } from "@/lib/messages"
import { refresh } from "@/lib/queryCache"
import { toast } from "@/ui/toasts"
import { useQuery, useQueryCache } from "@pinia/colada"
import { computed, onScopeDispose, watch, type ComputedRef } from "vue"

/** Separate from the console's texts, which pages with a list do not load. */
const messages = defineMessages("operations.review", {
  notReviewed: "These failures will be announced again. {reason}"
})

/** Poll interval while jobs are running; the next one applies while idle. */
const BUSY_MS = 5_000
const IDLE_MS = 30_000

/** Marks failures up to now as seen by this user on all devices. */
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

/** Opening the list of a kind's unreadable files marks failures as seen, if there are no other failures. */
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
  /** The number of files per kind that became unreadable since failures were last seen. */
  readonly unreadable: ComputedRef<WorkSummary["unreadable"]>
  /** The number of jobs that failed permanently since then, without those of unreadable files. */
  readonly failedOtherwise: ComputedRef<number>
  /** Seconds until all jobs are done; undefined if unknown. */
  readonly etaSeconds: ComputedRef<number | undefined>
  /** True before the first response. */
  readonly isPending: ComputedRef<boolean>
}

/**
 * The server's current activity in one line, for administrators. `enabled` must be false for other users, and may
 * become true once the first page is rendered. Sends one small request every 5 seconds while jobs are running, and
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
