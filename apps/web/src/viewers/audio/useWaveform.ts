import { useQuery } from "@pinia/colada"
import { computed, onScopeDispose } from "vue"
import { itemKey } from "@/features/items/keys"
import { apiAddress } from "@/lib/place"
import { track } from "./player"
import { waveformPath, type Waveform } from "./waveform"

const BARS = 240

const read = async (id: string, signal: AbortSignal): Promise<Waveform | null> => {
  const answer = await fetch(apiAddress(`/api/audio-tracks/${id}/waveform`), {
    credentials: "include",
    signal
  })
  return answer.ok ? ((await answer.json()) as { readonly data: Waveform | null }).data : null
}

/**
 * The waveform of what plays as the path of an SVG that is `BARS` wide; empty where there is none, or not yet. Its key is below that
 * of the track: when the server has made it, the live message about the track reads it again.
 */
export const useWaveform = () => {
  const gone = new AbortController()
  onScopeDispose(() => gone.abort())
  const { data } = useQuery({
    key: () => [...itemKey("track", track.value?.id ?? ""), "waveform"],
    query: ({ signal }) => read(track.value?.id ?? "", AbortSignal.any([signal, gone.signal])),
    enabled: () => track.value !== undefined,
    staleTime: Infinity
  })
  const path = computed(() => (data.value ? waveformPath(data.value.peaks, BARS) : ""))
  return { path, bars: BARS }
}
