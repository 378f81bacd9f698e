import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kinds/kindRoutes"
import { kind } from "./kind"

export const routes: ReadonlyArray<RouteRecordRaw> = kindRoutes(kind, {
  list: () => import("./SeasonsPage.vue"),
  detail: () => import("./SeasonPage.vue")
})
