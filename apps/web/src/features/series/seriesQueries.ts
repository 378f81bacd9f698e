import { useQuery } from "@pinia/colada"
import { computed } from "vue"
import type { Series } from "@media/features/media/series/contract"
import { api } from "@/api"
import { itemKey, listKey } from "@/features/items/keys"
import { useItem } from "@/features/items/queries"
import { seriesDefinition } from "./definition"
import { findOffer } from "./offer"

/** Maximum number of episodes in one response. Even long-running series have fewer episodes per season. */
const MOST = 500

export const useSeries = (id: () => string) => {
  const query = useItem(seriesDefinition, id)
  const series = computed(() => query.data.value as Series | undefined)
  /**
   * The episode that the main button plays. The query key begins with the key of the series, so that reloading the
   * series also reloads this query.
   */
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
