import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/admin/accounts",
    name: "users",
    component: () => import("./UsersPage.vue"),
    meta: { title: () => translate(titles, "users"), admin: true }
  }
]
