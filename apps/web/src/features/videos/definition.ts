import type { Video, VideoSummary } from "@media/features/videos/contract"
import { api } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { kind } from "./kind"
import VideoCard from "./VideoCard.vue"
import VideoRow from "./VideoRow.vue"

export const videoDefinition: ItemDefinition<VideoSummary, Video> = {
  ...kind,
  sorts: ["createdAt", "title", "date", "duration", "size", "random"],
  card: VideoCard,
  row: VideoRow,
  list: (filter, page, perPage, signal) => api.videos.list({ query: { ...filter, page, perPage }, signal }),
  get: (id, signal) => api.videos.get({ path: { id }, signal }),
  update: (id, patch) => api.videos.update({ path: { id }, body: patch })
}
