import type { Series, SeriesSummary } from "@media/features/media/series/contract"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { untimed } from "@/features/items/list/filter"
import { translate } from "@/lib/messages"
import { kind } from "./kind"
import { messages } from "./listWords"

/** Formats a number of episodes: "12 episodes". */
export const episodesText = (count: number): string => translate(messages, "episodes", { count })

export const seriesDefinition: ItemDefinition<SeriesSummary, Series> = {
  ...kind,
  sorts: ["createdAt", "title", "date", "rating", "random"],
  aspect: 2 / 3,
  // `episodeCount` may be missing, because the items on the home page and in other mixed lists do not include it.
  look: ({ episodeCount, title = "", unwatchedCount, year }: Partial<SeriesSummary>) => ({
    cover: { title, by: year?.toString() },
    facts: [episodeCount === undefined ? undefined : episodesText(episodeCount)],
    ...(episodeCount && unwatchedCount !== undefined
      ? { count: unwatchedCount, share: 1 - unwatchedCount / episodeCount }
      : {})
  }),
  list: ({ order, sort, ...filter }, page, perPage, signal) =>
    api.series.list({ query: { ...filter, order, sort: untimed(sort), page, perPage }, signal }),
  get: (id, signal) => api.series.get({ path: { id }, signal }),
  update: (id, patch) => api.series.update({ path: { id }, body: patch }),
  own: api.series
}
