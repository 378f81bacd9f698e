import { Check } from "@lucide/vue"
import { computed } from "vue"
import { useMessages } from "@/lib/messages"
import type { MenuEntry } from "@/ui/menu"
import { gainModes } from "./gain"
import { messages } from "./messages"
import { setGain, setRate, track } from "./player"
import { sound } from "./sound"
import { isLong } from "./source"

const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2] as const
const gainWords = { off: "gainOff", track: "gainTrack", album: "gainAlbum" } as const

/** Provides the menu for loudness normalization and, for long tracks, the speed. */
export const useSoundMenu = () => {
  const t = useMessages(messages)
  const entry = (id: string, label: string, isChosen: boolean, separated = false): MenuEntry => ({
    id,
    label,
    separated,
    ...(isChosen ? { icon: Check } : {})
  })
  const entries = computed(() => [
    ...gainModes.map((mode) => entry(mode, t(gainWords[mode]), sound.gain === mode)),
    ...(track.value && isLong(track.value)
      ? RATES.map((rate, n) =>
          entry(
            String(rate),
            t("speed", { rate: t("rate", { rate: String(rate) }) }),
            sound.rate === rate,
            n === 0
          )
        )
      : [])
  ])
  const choose = (id: string): void => {
    const mode = gainModes.find((one) => one === id)
    if (mode) setGain(mode)
    else setRate(Number(id))
  }
  return { entries, choose }
}
