import type { RouteRecordRaw } from "vue-router"
import { defineMessages, translate } from "@/lib/messages"

const titles = defineMessages("player.titles", { watch: "Watch" })

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/watch/:id",
    name: "watch",
    component: () => import("./WatchPage.vue"),
    props: true,
    meta: { title: () => translate(titles, "watch"), bare: true }
  }
]
