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
  // Redirects a former address that bookmarks may contain.
  { path: "/audit", redirect: "/activity" }
]
