import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

const title = () => translate(titles, "title")

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/collections",
    name: "collections",
    component: () => import("./CollectionsPage.vue"),
    meta: { title }
  },
  {
    path: "/collections/:id/:list?",
    name: "collection",
    component: () => import("./CollectionPage.vue"),
    props: true,
    meta: { title, section: "collections" }
  },
  {
    path: "/play/collection/:id",
    name: "collection-play",
    component: () => import("./CollectionPlayPage.vue"),
    props: true,
    meta: { title: () => translate(titles, "play"), bare: true }
  }
]
