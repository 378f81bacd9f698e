import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/tools/naming",
    name: "naming",
    component: () => import("./NamingPage.vue"),
    meta: { title: () => translate(titles, "naming"), admin: true }
  }
]
