import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

/** The route of Explore redirects to one of the tabs. Each tab is a page with its own URL. */
export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/explore",
    name: "explore",
    component: () => import("./ExplorePage.vue"),
    meta: { title: () => translate(titles, "explore") }
  }
]
