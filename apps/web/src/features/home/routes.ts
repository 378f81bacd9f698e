import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/",
    name: "home",
    component: () => import("./HomePage.vue"),
    meta: { title: () => translate(titles, "home") }
  }
]
