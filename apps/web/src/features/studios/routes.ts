import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/studios",
    name: "studios",
    component: () => import("./StudiosPage.vue"),
    meta: { title: () => translate(titles, "title") }
  },
  {
    path: "/studios/tree",
    name: "studio-tree",
    component: () => import("./StudioTreePage.vue"),
    meta: { title: () => translate(titles, "title"), section: "studios" }
  },
  {
    path: "/studios/:id/:list?",
    name: "studio",
    component: () => import("./StudioPage.vue"),
    props: true,
    meta: { title: () => translate(titles, "title"), section: "studios" }
  }
]
