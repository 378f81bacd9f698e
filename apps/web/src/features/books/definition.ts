import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { untimed } from "@/features/items/filter"
import { kind } from "./kind"

export const bookDefinition: ItemDefinition = {
  ...kind,
  sorts: ["createdAt", "title", "date", "size", "rating", "random"],
  aspect: 2 / 3,
  list: ({ order, sort, ...filter }, page, perPage, signal) =>
    api.books.list({ query: { ...filter, order, sort: untimed(sort), page, perPage }, signal }),
  get: (id, signal) => api.books.get({ path: { id }, signal }),
  update: (id, patch) => api.books.update({ path: { id }, body: patch }),
  own: api.books
}
