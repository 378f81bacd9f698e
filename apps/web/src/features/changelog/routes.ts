import type { RouteRecordRaw } from "vue-router"
import { defineMessages, translate } from "@/lib/messages"

const titles = defineMessages("changelog.titles", { whatsNew: "What’s new" })

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/whats-new",
    name: "whats-new",
    component: () => import("./WhatsNewPage.vue"),
    meta: { title: () => translate(titles, "whatsNew") }
  }
]
