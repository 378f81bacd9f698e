import type { Album, AlbumSummary } from "@media/features/media/albums/contract"
import { Users } from "@lucide/vue"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { heardTogether } from "@/features/items/list/filter"
import { translate } from "@/lib/messages"
import { kind } from "./kind"
import { messages } from "./listWords"

/** Formats a number of tracks: "12 tracks". */
export const countWords = (count: number): string => translate(messages, "tracks", { count })

export const albumDefinition: ItemDefinition<AlbumSummary, Album> = {
  ...kind,
  sorts: ["createdAt", "title", "artist", "rating", "random"],
  aspect: 1,
  // The home page and other mixed lists contain only some fields of the summary, so all of them are optional here.
  // Cards show only one fact, because longer lines are cut off.
  look: ({ artist, count, title = "", year }: Partial<AlbumSummary>) => ({
    cover: { title, by: artist ?? undefined },
    facts: [artist ?? year?.toString() ?? (count === undefined ? undefined : countWords(count))]
  }),
  links: ({ artists }: Partial<AlbumSummary>) =>
    (artists ?? []).map(({ id, name }) => ({
      label: translate(messages, "goTo", { name }),
      icon: Users,
      to: { name: "artist", params: { id } }
    })),
  list: ({ order, sort, ...filter }, page, perPage, signal) =>
    api.albums.list({ query: { ...filter, order, sort: heardTogether(sort), page, perPage }, signal }),
  get: (id, signal) => api.albums.get({ path: { id }, signal }),
  update: (id, patch) => api.albums.update({ path: { id }, body: patch }),
  own: api.albums
}
