import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/identify",
    name: "identify",
    component: () => import("./IdentifyPage.vue"),
    meta: { title: () => translate(titles, "identify"), admin: true }
  }
]
