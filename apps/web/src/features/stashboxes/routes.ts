import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/stash-boxes",
    name: "stashboxes",
    component: () => import("./StashBoxesPage.vue"),
    meta: { title: () => translate(titles, "stashboxes"), admin: true }
  }
]
