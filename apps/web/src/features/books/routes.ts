import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kindRoutes"
import { kind } from "./kind"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  ...kindRoutes(kind, {
    list: () => import("./BooksPage.vue"),
    detail: () => import("./BookPage.vue")
  }),
  {
    path: "/books/:id/read",
    name: "read",
    component: () => import("./reader/ReadPage.vue"),
    props: true,
    meta: { title: () => kind.words.title, bare: true }
  }
]
