import type { Movie, MovieSummary } from "@media/features/media/series/episodeContract"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { moving } from "@/features/items/list/filter"
import { runtime } from "@/features/items/state/runtime"
import { videoDefinition } from "@/features/videos/definition"
import { translate } from "@/lib/messages"
import { movieKind } from "./movieKind"
import { messages } from "./movieWords"

export const versionsText = (count: number): string => translate(messages, "versions", { count })

export const movieDefinition: ItemDefinition<MovieSummary, Movie> = {
  ...movieKind,
  sorts: videoDefinition.sorts,
  aspect: 2 / 3,
  part: { type: "movie" },
  look: ({ date, duration, playbackFailure, title, versionCount, year }) => ({
    cover: { title, by: year?.toString() },
    badge: versionCount > 1 ? versionsText(versionCount) : undefined,
    // Cards show the year of `date`. Only movies without a date need the year as a separate fact.
    facts: [date === null ? year?.toString() : undefined, duration === null ? undefined : runtime(duration)],
    duration,
    playbackFailure
  }),
  columns: () => videoDefinition.columns?.() ?? [],
  playTo: (id, from) => videoDefinition.playTo!(id, from),
  list: ({ sort, ...filter }, page, perPage, signal) =>
    api.movies.list({ query: { ...filter, sort: moving(sort), page, perPage }, signal }),
  get: (id, signal) => api.movies.get({ path: { id }, signal }),
  update: (id, patch) => api.movies.update({ path: { id }, body: patch }),
  own: api.videos
}
