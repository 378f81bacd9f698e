import type { RouteRecordRaw } from "vue-router"
import { capitalized } from "@/lib/format"
import { movieKind } from "./movieKind"

const { routes: names, words } = movieKind

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/movies",
    name: names.list,
    component: () => import("./MoviesPage.vue"),
    meta: { title: () => words.title }
  },
  {
    path: "/movies/:id",
    name: names.detail,
    component: () => import("./MoviePage.vue"),
    props: true,
    meta: { title: () => capitalized(words.one), section: names.list }
  }
]
