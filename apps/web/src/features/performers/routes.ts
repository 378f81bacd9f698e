import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/people",
    name: "people",
    component: () => import("./PeoplePage.vue"),
    meta: { title: () => translate(titles, "title") }
  },
  {
    path: "/people/:id/:list?",
    name: "person",
    component: () => import("./PersonPage.vue"),
    props: true,
    meta: { title: () => translate(titles, "title"), section: "people" }
  }
]
