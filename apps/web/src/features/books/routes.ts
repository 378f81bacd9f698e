import { kindRoutes } from "@/features/items/kindRoutes"
import { kind } from "./kind"

export const routes = kindRoutes(kind, {
  list: () => import("./BooksPage.vue"),
  detail: () => import("./BookPage.vue")
})
