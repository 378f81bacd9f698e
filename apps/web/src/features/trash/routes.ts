import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/trash",
    name: "trash",
    component: () => import("./TrashPage.vue"),
    meta: { title: () => translate(titles, "trash"), admin: true }
  }
]
