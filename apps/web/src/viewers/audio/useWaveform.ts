import { useQuery } from "@pinia/colada"
import { computed, onScopeDispose } from "vue"
import { itemKey } from "@/features/items/keys"
import { apiAddress } from "@/lib/urlBase"
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
 * Returns the waveform of the current track as an SVG path of width `BARS`. The path is empty until the track has a
 * waveform. The query key begins with the key of the track. A live message that the waveform was generated reloads
 * the track and therefore also the waveform.
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
