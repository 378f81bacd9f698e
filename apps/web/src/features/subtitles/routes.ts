import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/transcripts",
    name: "transcripts",
    component: () => import("./TranscriptsPage.vue"),
    meta: { title: () => translate(messages, "transcripts") }
  }
]
