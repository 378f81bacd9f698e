import { effectScope, reactive, watch } from "vue"
import { lasting } from "@/lib/storage"
import { type GainMode, gainModes } from "./gain"

const storedGain = lasting.read("audio-gain")

/** The sound settings. The browser stores all of them except the playback speed. */
export const sound = reactive({
  volume: Math.min(1, Math.max(0, Number(lasting.read("audio-volume") ?? 1) || 0)),
  isMuted: lasting.read("audio-muted") === "true",
  /** The playback speed. Only long tracks can have a speed other than 1. */
  rate: 1,
  gain: gainModes.find((mode) => mode === storedGain) ?? ("track" as GainMode)
})

export const setVolume = (share: number): void => {
  sound.volume = share
  sound.isMuted = share === 0
}

effectScope(true).run(() =>
  watch(
    () => [sound.volume, sound.isMuted, sound.gain] as const,
    ([volume, isMuted, gain]) => {
      lasting.write("audio-volume", String(volume))
      lasting.write("audio-muted", String(isMuted))
      lasting.write("audio-gain", gain)
    }
  )
)
