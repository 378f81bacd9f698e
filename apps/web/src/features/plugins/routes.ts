import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/plugins",
    name: "plugins",
    component: () => import("./PluginsPage.vue"),
    meta: { title: () => translate(titles, "plugins"), admin: true }
  }
]
