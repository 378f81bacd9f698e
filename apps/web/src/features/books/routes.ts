import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kindRoutes"
import { translate } from "@/lib/messages"
import { kind } from "./kind"
import { messages } from "./reader/titles"

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
    meta: { title: () => translate(messages, "title"), bare: true }
  }
]
