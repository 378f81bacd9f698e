import type { RouteRecordRaw } from "vue-router"
import { defineMessages, translate } from "@/lib/messages"

const titles = defineMessages("browse.titles", { browse: "Browse" })

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/browse",
    name: "browse",
    component: () => import("./BrowsePage.vue"),
    meta: { title: () => translate(titles, "browse") }
  }
]
