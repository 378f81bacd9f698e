import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/admin/duplicates",
    name: "duplicates",
    component: () => import("./DuplicatesPage.vue"),
    meta: { title: () => translate(titles, "duplicates"), admin: true }
  }
]
