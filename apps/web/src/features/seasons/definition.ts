import type { Season, SeasonSummary } from "@media/features/media/series/contract"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { untimed } from "@/features/items/list/filter"
import { episodesText } from "@/features/series/definition"
import { kind } from "./kind"

export const seasonDefinition: ItemDefinition<SeasonSummary, Season> = {
  ...kind,
  sorts: ["createdAt", "title", "date", "rating", "random"],
  aspect: 2 / 3,
  look: ({ episodeCount, title = "" }: Partial<SeasonSummary>) => ({
    cover: { title },
    facts: [episodeCount === undefined ? undefined : episodesText(episodeCount)]
  }),
  list: ({ order, sort, ...filter }, page, perPage, signal) =>
    api.seasons.list({ query: { ...filter, order, sort: untimed(sort), page, perPage }, signal }),
  get: (id, signal) => api.seasons.get({ path: { id }, signal }),
  update: (id, patch) => api.seasons.update({ path: { id }, body: patch }),
  own: api.seasons
}
