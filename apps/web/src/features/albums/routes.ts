import { kindRoutes } from "@/features/items/kindRoutes"
import { kind } from "./kind"

export const routes = kindRoutes(kind, {
  list: () => import("./AlbumsPage.vue"),
  detail: () => import("./AlbumPage.vue")
})
