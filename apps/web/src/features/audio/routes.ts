import { kindRoutes } from "@/features/items/kinds/kindRoutes"
import { kind } from "./kind"

export const routes = kindRoutes(kind, {
  list: () => import("./TracksPage.vue"),
  detail: () => import("./TrackPage.vue")
})
