import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/tags",
    name: "tags",
    component: () => import("./TagsPage.vue"),
    meta: { title: () => translate(titles, "title") }
  },
  {
    path: "/tags/tree",
    name: "tag-tree",
    component: () => import("./TagTreePage.vue"),
    meta: { title: () => translate(titles, "title"), section: "tags" }
  },
  {
    path: "/tags/:id/:list?",
    name: "tag",
    component: () => import("./TagPage.vue"),
    props: true,
    meta: { title: () => translate(titles, "title"), section: "tags" }
  }
]
