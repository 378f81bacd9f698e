import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/admin",
    name: "overview",
    component: () => import("./OverviewPage.vue"),
    meta: { title: () => translate(titles, "overview"), admin: true }
  }
]
