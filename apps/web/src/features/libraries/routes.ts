import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/admin/libraries",
    name: "libraries",
    component: () => import("./LibrariesPage.vue"),
    meta: { title: () => translate(titles, "list"), admin: true }
  },
  {
    path: "/admin/libraries/:id",
    name: "library",
    component: () => import("./LibraryPage.vue"),
    props: true,
    meta: { title: () => translate(titles, "one"), section: "libraries", admin: true }
  }
]
