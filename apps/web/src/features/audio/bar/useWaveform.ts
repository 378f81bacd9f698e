import { useQuery } from "@pinia/colada"
import { computed, onScopeDispose } from "vue"
import { apiAddress } from "@/lib/place"
import { track } from "./player"
import { waveformPath, type Waveform } from "./waveform"

/** While it is being made the server says so; an hour of music takes it some seconds. */
const TRIES = 4
const PAUSE_MS = 4_000
const BARS = 240

const read = async (id: string, signal: AbortSignal): Promise<Waveform | null> => {
  for (let left = TRIES; left > 0; left -= 1) {
    const answer = await fetch(apiAddress(`/api/audio-tracks/${id}/waveform`), {
      credentials: "include",
      signal
    })
    if (answer.ok) return ((await answer.json()) as { readonly data: Waveform }).data
    if (answer.status !== 503) return null
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    signal.throwIfAborted()
  }
  return null
}

/** The waveform of what plays as the path of an SVG that is `BARS` wide; empty where there is none, or not yet. */
export const useWaveform = () => {
  const gone = new AbortController()
  onScopeDispose(() => gone.abort())
  const { data } = useQuery({
    key: () => ["waveform", track.value?.id ?? ""],
    query: ({ signal }) => read(track.value?.id ?? "", AbortSignal.any([signal, gone.signal])),
    enabled: () => track.value !== undefined,
    staleTime: Infinity
  })
  const path = computed(() => (data.value ? waveformPath(data.value.peaks, BARS) : ""))
  return { path, bars: BARS }
}
