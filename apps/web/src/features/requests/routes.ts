import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/requests",
    name: "requests",
    component: () => import("./RequestsPage.vue"),
    meta: { title: () => translate(titles, "requests"), section: "account" }
  },
  {
    path: "/admin/requests",
    name: "received-requests",
    component: () => import("./ReceivedPage.vue"),
    meta: { title: () => translate(titles, "requests"), admin: true }
  }
]
