import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/audit",
    name: "audit",
    component: () => import("./AuditPage.vue"),
    meta: { title: () => translate(titles, "audit"), admin: true }
  }
]
