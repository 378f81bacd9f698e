import type { SubtitleTrack } from "@media/features/media/videos/subtitleContract"
import type { SubtitleCue } from "@media/features/playback/subtitles/contract"
import type { Video } from "@media/features/media/videos/contract"
import { computed, onScopeDispose, shallowRef, watch, type Ref } from "vue"
import { api } from "@/api"
import { useMessages } from "@/lib/messages"
import { activeCues } from "./activeCues"
import { chooseTrack } from "./chooseTrack"
import { messages } from "./messages"
import { LONGEST_DELAY, useSubtitlePreferences } from "./preferences"

interface Playing {
  readonly playing: boolean
  readonly time: number
}

const spokenIn = ({ streams }: Video): string | null => {
  const audio = streams.filter(({ kind }) => kind === "audio")
  const language = (audio.find(({ isDefault }) => isDefault) ?? audio[0])?.language
  if (language == null || language === "und") return null
  try {
    return Intl.getCanonicalLocales(language)[0] ?? null
  } catch {
    return null
  }
}

const isSame = (a: ReadonlyArray<SubtitleCue>, b: ReadonlyArray<SubtitleCue>): boolean =>
  a.length === b.length && a.every((cue, n) => cue === b[n])

/** Manages the subtitles of the current video: the track, the visible cues and the style. */
export const useSubtitles = (
  element: Readonly<Ref<HTMLVideoElement | null>>,
  video: () => Video,
  state: Playing,
  announce: (text: string) => void,
  /** The id of the track to start with. Null turns subtitles off, and undefined lets the preferences decide. */
  first?: string | null
) => {
  const t = useMessages(messages)
  const preferences = useSubtitlePreferences()
  const tracks = computed(() => video().subtitles)
  const readable = computed(() => tracks.value.filter(({ url }) => url !== null))
  /** The track that the user picked. Null means off, and undefined means that the preferences decide. */
  const picked = shallowRef<string | null | undefined>(first)
  const track = computed((): SubtitleTrack | undefined => {
    const own = readable.value.find(({ id }) => id === picked.value)
    if (own !== undefined || picked.value === null) return own
    const { languages, mode } = preferences.value
    return chooseTrack(tracks.value, { mode, languages, spoken: spokenIn(video()) })
  })

  const cues = shallowRef<ReadonlyArray<SubtitleCue>>([])
  const failure = shallowRef("")
  // Reloads the cues only if the track has changed, not after other changes to the video.
  watch(
    () => (track.value === undefined ? "" : `${track.value.id} ${track.value.cueCount}`),
    async (_key, _before, onCleanup) => {
      const abort = new AbortController()
      onCleanup(() => abort.abort())
      cues.value = []
      failure.value = ""
      if (track.value === undefined) return
      try {
        const path = { id: video().id, trackId: track.value.id }
        const answer = await api.subtitles.cues({ path, signal: abort.signal })
        if (!abort.signal.aborted) cues.value = answer
      } catch {
        if (abort.signal.aborted) return
        failure.value = t("notLoaded")
        announce(failure.value)
      }
    },
    { immediate: true }
  )

  const delay = computed(() =>
    track.value === undefined ? 0 : (preferences.value.delays[track.value.id] ?? 0)
  )
  const active = shallowRef<ReadonlyArray<SubtitleCue>>([])
  const look = (): void => {
    const found = activeCues(cues.value, (element.value?.currentTime ?? 0) - delay.value)
    if (!isSame(found, active.value)) active.value = found
  }
  // Updates the visible cues in every frame. Elements fire `timeupdate` only four times a second, so that event would
  // delay cues by up to a quarter of a second.
  let frame = 0
  const follow = (): void => {
    look()
    frame = requestAnimationFrame(follow)
  }
  watch(
    () => state.playing && cues.value.length > 0,
    (isMoving) => {
      cancelAnimationFrame(frame)
      if (isMoving) follow()
    },
    { immediate: true }
  )
  watch([() => state.time, cues, delay], look)
  onScopeDispose(() => cancelAnimationFrame(frame))

  const pick = (id: string | null): void => {
    picked.value = id
    const language = readable.value.find((each) => each.id === id)?.language
    const { languages } = preferences.value
    preferences.value = {
      ...preferences.value,
      mode: id === null ? "off" : "on",
      languages:
        language == null
          ? languages
          : [language, ...languages.filter((each) => each !== language)].slice(0, 10)
    }
    announce(track.value === undefined ? t("offNow") : t("onNow", { label: track.value.label }))
  }
  const toggle = (): void => {
    if (readable.value.length === 0) return
    if (track.value !== undefined) return pick(null)
    const { languages } = preferences.value
    const next = chooseTrack(tracks.value, { mode: "on", languages, spoken: null })
    if (next !== undefined) pick(next.id)
  }
  const changeDelay = (by: number): void => {
    const id = track.value?.id
    if (id === undefined) return
    const seconds = Math.round((delay.value + by) * 10) / 10
    const { [id]: _old, ...others } = preferences.value.delays
    const kept = Math.max(-LONGEST_DELAY, Math.min(LONGEST_DELAY, seconds))
    preferences.value = { ...preferences.value, delays: kept === 0 ? others : { ...others, [id]: kept } }
    announce(t("delayAt", { seconds: `${kept > 0 ? "+" : ""}${kept.toFixed(1)}` }))
  }

  return {
    active,
    changeDelay,
    cues,
    delay,
    failure,
    pick,
    picked,
    preferences,
    readable,
    toggle,
    track,
    tracks
  }
}

export type Subtitles = ReturnType<typeof useSubtitles>
