import { Building2 } from "@lucide/vue"
import { api } from "@/api"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "studios",
  label: () => translate(titles, "title"),
  icon: Building2,
  key: "k",
  section: "tab",
  position: 202,
  exists: async (signal) => (await api.studios.list({ query: { page: 1, perPage: 1 }, signal })).total > 0
}
