import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { untimed } from "@/features/items/filter"
import { kind } from "./kind"

export const imageDefinition: ItemDefinition = {
  ...kind,
  sorts: ["createdAt", "title", "date", "size", "rating", "random"],
  aspect: 1,
  isBrief: true,
  list: ({ order, sort, ...filter }, page, perPage, signal) =>
    api.images.list({ query: { ...filter, order, sort: untimed(sort), page, perPage }, signal }),
  get: (id, signal) => api.images.get({ path: { id }, signal }),
  update: (id, patch) => api.images.update({ path: { id }, body: patch }),
  own: api.images
}
