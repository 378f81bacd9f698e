import { effectScope, ref, watch, type Ref } from "vue"
import { follow } from "@/lib/followed"
import type { SubtitleMode } from "./chooseTrack"

/** The user's subtitle preferences. They follow the account to other devices. */
export interface SubtitlePreferences {
  readonly mode: SubtitleMode
  /** BCP 47 tags; the last chosen ones come first. */
  readonly languages: ReadonlyArray<string>
  /** Step from 0 to 4. */
  readonly size: number
  readonly position: "bottom" | "top"
  /** Opacity of a black background, 0 to 1. */
  readonly background: number
  /** Delays in seconds by track id; the last changed one comes last. */
  readonly delays: Readonly<Record<string, number>>
}

/** Few files have wrong timings, so the oldest entry is dropped. */
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

/** Reads values stored by this or another version. */
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

/** Shared by all players of the page, so that a change applies to the next one. */
export const useSubtitlePreferences = (): Ref<SubtitlePreferences> => {
  if (shared !== undefined) return shared
  /** The preferences received from another device, which must not be sent back. */
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
      // Synchronous, so that a choice is stored even if the page closes right after it.
      { flush: "sync" }
    )
  )
  return preferences
}
