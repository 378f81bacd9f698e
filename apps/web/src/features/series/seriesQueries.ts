import { useQuery } from "@pinia/colada"
import { computed } from "vue"
import type { Series } from "@media/features/media/series/contract"
import { api } from "@/api"
import { itemKey, listKey } from "@/features/items/keys"
import { useItem } from "@/features/items/queries"
import { seriesDefinition } from "./definition"
import { findOffer } from "./offer"

/** The most episodes that the server returns at once. Seasons of long-running series have fewer. */
const MOST = 500

export const useSeries = (id: () => string) => {
  const query = useItem(seriesDefinition, id)
  const series = computed(() => query.data.value as Series | undefined)
  /** Below the key of the series, so it reloads with the series. */
  const offer = useQuery({
    key: () => [...itemKey("series", id()), "offer", series.value?.nextUp?.episode.id ?? ""],
    query: async ({ signal }) =>
      (series.value === undefined ? undefined : await findOffer(series.value, signal)) ?? null,
    enabled: () => series.value?.id === id()
  })
  return { ...query, series, offer: computed(() => offer.data.value ?? undefined) }
}

export const useSeasonEpisodes = (seasonId: () => string) => {
  const query = useQuery({
    key: () => [...listKey("video"), "season", seasonId()],
    query: ({ signal }) =>
      api.seriesContents.episodes({ path: { id: seasonId() }, query: { page: 1, perPage: MOST }, signal })
  })
  return { ...query, episodes: computed(() => query.data.value?.items ?? []) }
}
