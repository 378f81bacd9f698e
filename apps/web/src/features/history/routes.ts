import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/activity",
    name: "history",
    component: () => import("./HistoryPage.vue"),
    meta: { title: () => translate(titles, "history"), admin: true, members: true }
  },
  // The former address of this page, which users may have bookmarked.
  { path: "/audit", redirect: "/activity" }
]
