import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/scrapers",
    name: "scrapers",
    component: () => import("./ScrapersPage.vue"),
    meta: { title: () => translate(titles, "scrapers"), admin: true }
  },
  {
    path: "/scrapers/:id",
    name: "scraper",
    component: () => import("./ScraperPage.vue"),
    props: true,
    meta: { title: () => translate(titles, "scraper"), admin: true }
  }
]
