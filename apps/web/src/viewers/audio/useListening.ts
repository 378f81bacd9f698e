import { effectScope, onScopeDispose, shallowRef, watch, type EffectScope } from "vue"
import { useQueryCache } from "@pinia/colada"
import type { AudioTrack } from "@media/features/media/audio/contract"
import { api } from "@/api"
import { pictureOfWidth } from "@/features/items/picture/picture"
import { patchUserState } from "@/features/items/state/userState"
import { isViewing } from "@/lib/offline"
import { useProgressReporter } from "@/viewers/useProgressReporter"
import { makeHearing } from "./hearing"
import { mediaSession } from "./mediaSession"
import { nowPlaying } from "./shown"
import { engine, queue, toggle, track } from "./player"
import { current } from "./queue"
import { isLong } from "./source"

/**
 * The API and the item kind of tracks. They are repeated here, because importing them from the definition of tracks
 * would create a circular import.
 */
const own = api.audioTracks
const kind = "track"

/** Reports playback to the server and to the system's media controls while the bar is open. */
export const useListening = (): void => {
  const cache = useQueryCache()
  const { state } = engine()
  let scope: EffectScope | undefined

  /** Reports to the server when the track starts and when it counts as played. Failed reports are ignored. */
  const tell = ({ id }: AudioTrack): void => {
    const hearing = makeHearing((body) => {
      if (isViewing.value) return
      void own.play({ path: { id }, body }).then(
        (saved) => patchUserState(cache, kind, id, () => saved),
        () => undefined
      )
    })
    watch(
      () => [state.time, state.playing, state.duration] as const,
      ([time, isPlaying, duration]) => hearing.heard(time, isPlaying, duration)
    )
  }

  watch(
    track,
    (now, before) => {
      if (now?.id === before?.id && now !== undefined) return
      scope?.stop()
      scope = now && effectScope(true)
      scope?.run(() => {
        if (!now) return
        tell(now)
        // Only long tracks have a resume position.
        if (isLong(now)) useProgressReporter(shallowRef(engine().element()), { kind, own }, now.id)
      })
      mediaSession.show(
        now && {
          title: now.title,
          artist: now.artist ?? "",
          album: now.album ?? "",
          artwork: now.picture ? [{ src: pictureOfWidth(now.picture, 640) }] : []
        }
      )
    },
    { immediate: true }
  )
  watch(
    () => [queue.value && current(queue.value)?.track.id, state.playing] as const,
    ([id, isPlaying]) =>
      (nowPlaying.value = id === undefined ? undefined : { id, isPlaying, toggle, time: () => state.time }),
    { immediate: true }
  )
  // Takes over the media keys whenever playback starts, because a video may have taken them in the meantime.
  watch(
    () => state.playing,
    (isPlaying) => {
      if (isPlaying) mediaSession.take()
      mediaSession.state(isPlaying ? "playing" : "paused")
    },
    { immediate: true }
  )
  watch(
    () => [Math.floor(state.time), state.duration] as const,
    ([time, duration]) => mediaSession.setPosition(time, duration, engine().element().playbackRate)
  )
  onScopeDispose(() => {
    scope?.stop()
    nowPlaying.value = undefined
    mediaSession.leave()
  })
}
