import type { Gallery, GallerySummary } from "@media/features/media/galleries/contract"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { untimed } from "@/features/items/list/filter"
import { countWords } from "./words"
import { kind } from "./kind"

export const galleryDefinition: ItemDefinition<GallerySummary, Gallery> = {
  ...kind,
  sorts: ["createdAt", "title", "date", "rating", "random"],
  aspect: 1,
  // The home page and other mixed lists do not load the count, so it is optional here.
  look: ({ count }: Partial<GallerySummary>) => ({
    facts: [count === undefined ? undefined : countWords(count)]
  }),
  list: ({ order, sort, ...filter }, page, perPage, signal) =>
    api.galleries.list({ query: { ...filter, order, sort: untimed(sort), page, perPage }, signal }),
  get: (id, signal) => api.galleries.get({ path: { id }, signal }),
  update: (id, patch) => api.galleries.update({ path: { id }, body: patch }),
  own: api.galleries
}
