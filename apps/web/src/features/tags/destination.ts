import { Tag } from "@lucide/vue"
import { api } from "@/api"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "tags",
  label: () => translate(titles, "title"),
  icon: Tag,
  key: "3",
  section: "tab",
  position: 203,
  exists: async (signal) => (await api.tags.list({ query: { page: 1, perPage: 1 }, signal })).total > 0
}
