import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/markers",
    name: "markers",
    component: () => import("./MarkersPage.vue"),
    meta: { title: () => translate(titles, "markers") }
  }
]
