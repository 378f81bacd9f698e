import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

/** Explore is a page of tabs, each of which is a page with its own address. */
export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/explore",
    name: "explore",
    component: () => import("./ExplorePage.vue"),
    meta: { title: () => translate(titles, "explore") }
  }
]
