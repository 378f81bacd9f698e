import { effectScope, ref, watch, type Ref } from "vue"
import { api } from "@/api"
import { lasting } from "@/lib/storage"
import type { SubtitleMode } from "./chooseTrack"

/** How the user prefers subtitles. Stored with the account, and in the browser until the account has loaded. */
export interface SubtitlePreferences {
  readonly mode: SubtitleMode
  /** BCP 47; the last chosen ones come first. */
  readonly languages: ReadonlyArray<string>
  /** 0 to 4. */
  readonly size: number
  readonly position: "bottom" | "top"
  /** 0 to 1, of black. */
  readonly background: number
  /** Delays in seconds by track id; the last changed one comes last. */
  readonly delays: Readonly<Record<string, number>>
}

const KEY = "subtitles"
/** Few files have wrong timings, so the oldest entry is dropped. */
const MOST_DELAYS = 200
const SAVE_MS = 600
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

/** Reads stored values of this version or another. */
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
  const preferences = (shared = ref(readPreferences(parse(lasting.read(KEY)))))
  let isOwn = false
  let timer: ReturnType<typeof setTimeout> | undefined
  effectScope(true).run(() =>
    watch(preferences, (now) => {
      isOwn = true
      lasting.write(KEY, JSON.stringify(now))
      clearTimeout(timer)
      // If the server is unreachable, the preferences apply to this browser only.
      timer = setTimeout(
        () => void api.uiPrefs.put({ path: { key: KEY }, body: { value: now } }).catch(() => undefined),
        SAVE_MS
      )
    })
  )
  void api.uiPrefs.get({ path: { key: KEY } }).then(
    ({ value }) => {
      if (value === null || isOwn) return
      preferences.value = readPreferences(value)
    },
    () => undefined
  )
  return preferences
}
