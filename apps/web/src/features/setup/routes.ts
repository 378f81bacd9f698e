import type { RouteRecordRaw } from "vue-router"
import { defineMessages, translate } from "@/lib/messages"

const titles = defineMessages("setup.titles", { setup: "Welcome" })

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/setup",
    name: "setup",
    component: () => import("./SetupPage.vue"),
    meta: { title: () => translate(titles, "setup"), public: true, bare: true }
  }
]
