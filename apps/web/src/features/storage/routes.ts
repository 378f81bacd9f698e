import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/admin/storage",
    name: "storage",
    component: () => import("./StoragePage.vue"),
    meta: { title: () => translate(titles, "storage"), admin: true }
  }
]
