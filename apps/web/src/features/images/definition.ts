import type { Image, ImageSummary } from "@media/features/media/images/contract"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { still } from "@/features/items/list/filter"
import { viewRoute } from "./imageRoute"
import { originalOf } from "./original"
import { kind } from "./kind"

export const imageDefinition: ItemDefinition<ImageSummary, Image> = {
  ...kind,
  sorts: ["createdAt", "takenAt", "title", "date", "size", "rating", "random"],
  aspect: 1,
  isBrief: true,
  look: (image) => ({ pictureFailure: image.pictureFailure, original: originalOf(image) }),
  viewTo: viewRoute,
  list: ({ order, sort, ...filter }, page, perPage, signal) =>
    api.images.list({ query: { ...filter, order, sort: still(sort), page, perPage }, signal }),
  get: (id, signal) => api.images.get({ path: { id }, signal }),
  update: (id, patch) => api.images.update({ path: { id }, body: patch }),
  own: api.images
}
