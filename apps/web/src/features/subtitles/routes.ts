import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/transcripts",
    name: "transcripts",
    component: () => import("./TranscriptsPage.vue"),
    meta: { title: () => translate(titles, "transcripts") }
  }
]
