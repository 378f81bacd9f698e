import { UserRound } from "@lucide/vue"
import { api } from "@/api"
import type { Destination } from "@/lib/destination"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const destination: Destination = {
  name: "people",
  label: () => translate(titles, "title"),
  icon: UserRound,
  key: "j",
  section: "tab",
  position: 201,
  exists: async (signal) => (await api.performers.list({ query: { page: 1, perPage: 1 }, signal })).total > 0
}
