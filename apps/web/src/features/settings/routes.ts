import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/admin/settings/:section?",
    name: "settings",
    component: () => import("./SettingsPage.vue"),
    props: true,
    meta: { title: () => translate(titles, "settings"), admin: true }
  }
]
