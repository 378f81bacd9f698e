import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/admin/rules",
    name: "rules",
    component: () => import("./RulesPage.vue"),
    meta: { title: () => translate(titles, "rules"), admin: true }
  }
]
