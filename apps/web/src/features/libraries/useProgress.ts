import type { Library } from "@media/features/library/libraries/contract"
import { computed, shallowRef, watch } from "vue"

/** Period over which the rate is averaged. It is long enough for a steady rate, but short enough to follow changes. */
const WINDOW_MS = 15_000
/** Minimum period between the first and the last sample. Over a shorter period, the rate would fluctuate too much. */
const LEAST_MS = 2_500

interface Sample {
  readonly at: number
  readonly done: number
}

/** Returns the rate in files per second. Undefined if the samples cover too little time or show no progress. */
export const rateOf = (samples: ReadonlyArray<Sample>): number | undefined => {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < LEAST_MS || last.done <= first.done) return undefined
  return ((last.done - first.done) / (last.at - first.at)) * 1_000
}

export type Stage =
  | { readonly kind: "idle" | "waiting" }
  | { readonly kind: "scanning"; readonly files: number; readonly percent: number | undefined }
  | { readonly kind: "examining"; readonly done: number; readonly total: number; readonly percent: number }

/**
 * Returns the current activity of the library. While a scan is running, the activity is "scanning", although files are
 * examined at the same time.
 */
export const stageOf = ({ counts, roots }: Library): Stage => {
  const scans = roots.flatMap(({ scan }) => (scan === null ? [] : [scan]))
  const running = scans.filter(({ isRunning }) => isRunning)
  if (running.length > 0) {
    const files = running.reduce((sum, { phase }) => sum + Number.parseInt(phase ?? "0", 10), 0)
    const known = running.flatMap(({ percent }) => (percent === null ? [] : [percent]))
    return {
      kind: "scanning",
      files,
      percent: known.length === running.length ? Math.min(...known) : undefined
    }
  }
  if (counts.arriving > 0) {
    const done = counts.items - counts.arriving
    return { kind: "examining", done, total: counts.items, percent: (done / counts.items) * 100 }
  }
  return { kind: scans.length > 0 ? "waiting" : "idle" }
}

export const isBusy = (library: Library): boolean => stageOf(library).kind !== "idle"

/** Computes the progress of a library, its speed and the remaining time. */
export const useProgress = (library: () => Library, now: () => number = Date.now) => {
  const stage = computed(() => stageOf(library()))
  const samples = shallowRef<ReadonlyArray<Sample>>([])
  watch(
    stage,
    (next, before) => {
      const done = next.kind === "scanning" ? next.files : next.kind === "examining" ? next.done : undefined
      if (done === undefined) return void (samples.value = [])
      const kept = next.kind === before?.kind ? samples.value : []
      const at = now()
      samples.value = [...kept.filter((sample) => at - sample.at <= WINDOW_MS), { at, done }]
    },
    { immediate: true }
  )
  const perSecond = computed(() => rateOf(samples.value))
  const secondsLeft = computed(() => {
    const { value } = stage
    if (value.kind !== "examining" || perSecond.value === undefined) return undefined
    return (value.total - value.done) / perSecond.value
  })
  return { perSecond, secondsLeft, stage }
}
