import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kinds/kindRoutes"
import { capitalized } from "@/lib/format"
import { translate } from "@/lib/messages"
import { kind } from "./kind"
import { messages } from "./listWords"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  ...kindRoutes(kind, {
    list: () => import("./SeriesListPage.vue"),
    detail: () => import("./SeriesPage.vue")
  }),
  {
    path: "/series/:id/season/:number",
    name: "series-season",
    component: () => import("./SeriesPage.vue"),
    props: true,
    meta: { title: () => capitalized(kind.words.one), section: kind.routes.list }
  },
  {
    path: "/episodes/:id",
    name: "episode",
    component: () => import("./EpisodePage.vue"),
    props: true,
    meta: { title: () => translate(messages, "episode"), section: kind.routes.list }
  }
]
