import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { unresolved } from "@/features/items/filter"
import { kind } from "./kind"

export const trackDefinition: ItemDefinition = {
  ...kind,
  sorts: ["createdAt", "title", "date", "duration", "size", "rating", "random"],
  aspect: 1,
  list: ({ sort, ...filter }, page, perPage, signal) =>
    api.audioTracks.list({ query: { ...filter, sort: unresolved(sort), page, perPage }, signal }),
  get: (id, signal) => api.audioTracks.get({ path: { id }, signal }),
  update: (id, patch) => api.audioTracks.update({ path: { id }, body: patch }),
  own: api.audioTracks
}
