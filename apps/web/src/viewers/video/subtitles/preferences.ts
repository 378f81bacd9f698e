import { effectScope, ref, watch, type Ref } from "vue"
import { follow } from "@/lib/followed"
import type { SubtitleMode } from "./chooseTrack"

/** The user's subtitle preferences. They apply to all devices of the account. */
export interface SubtitlePreferences {
  readonly mode: SubtitleMode
  /** BCP 47 tags, most recently chosen first. */
  readonly languages: ReadonlyArray<string>
  /** Font size as a step from 0 to 4. */
  readonly size: number
  readonly position: "bottom" | "top"
  /** Opacity of the black background, from 0 to 1. */
  readonly background: number
  /** Delays in seconds, keyed by track id. The most recently changed delay is last. */
  readonly delays: Readonly<Record<string, number>>
}

/** Maximum number of stored delays. Few files have wrong timings, so older delays are dropped. */
const MOST_DELAYS = 200
export const LONGEST_DELAY = 600

export const defaults = (): SubtitlePreferences => ({
  mode: "auto",
  languages: navigator.languages.slice(0, 5),
  size: 2,
  position: "bottom",
  background: 0.6,
  delays: {}
})

const numberIn = (value: unknown, low: number, high: number, otherwise: number): number =>
  typeof value === "number" && value >= low && value <= high ? value : otherwise

/** Reads stored preferences, which another version may have written. Invalid values are replaced with defaults. */
export const readPreferences = (kept: unknown): SubtitlePreferences => {
  const usual = defaults()
  if (typeof kept !== "object" || kept === null) return usual
  const { background, delays, languages, mode, position, size } = kept as Record<string, unknown>
  const isList = Array.isArray(languages) && languages.every((each) => typeof each === "string")
  return {
    mode: mode === "on" || mode === "off" ? mode : "auto",
    languages:
      isList && languages.length > 0 ? (languages as ReadonlyArray<string>).slice(0, 10) : usual.languages,
    size: Math.round(numberIn(size, 0, 4, usual.size)),
    position: position === "top" ? "top" : "bottom",
    background: numberIn(background, 0, 1, usual.background),
    delays:
      typeof delays === "object" && delays !== null
        ? Object.fromEntries(
            Object.entries(delays)
              .map(([id, seconds]) => [id, numberIn(seconds, -LONGEST_DELAY, LONGEST_DELAY, 0)] as const)
              .slice(-MOST_DELAYS)
          )
        : {}
  }
}

const parse = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

let shared: Ref<SubtitlePreferences> | undefined

/** Returns the preferences. All players of the page share them, so that a change also applies to the next player. */
export const useSubtitlePreferences = (): Ref<SubtitlePreferences> => {
  if (shared !== undefined) return shared
  /**
   * The serialized preferences that were last received from another device. They must not be sent back to the server.
   */
  let taken: string | undefined
  const memory = follow("subtitles", (text) => {
    taken = text
    preferences.value = readPreferences(parse(text))
  })
  const preferences = (shared = ref(readPreferences(parse(memory.read()))))
  effectScope(true).run(() =>
    watch(
      preferences,
      (now) => {
        const text = JSON.stringify(now)
        if (text !== taken) memory.write(text)
      },
      // The watcher is synchronous, so that a change is stored even if the page closes immediately afterwards.
      { flush: "sync" }
    )
  )
  return preferences
}
