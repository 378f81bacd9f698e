import { createRouter, createWebHistory, type RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { appBase } from "@/lib/urlBase"
import "@/lib/routeMeta"
import { messages } from "./messages"

/** The routes of all features. */
const ofFeatures = Object.values(
  import.meta.glob<ReadonlyArray<RouteRecordRaw>>("../features/*/routes.ts", {
    eager: true,
    import: "routes"
  })
).flat()

/** A page with all components in all states. To open it, run `npm run dev` and go to `/__gallery`. */
const gallery: ReadonlyArray<RouteRecordRaw> = import.meta.env.DEV
  ? [
      {
        path: "/__gallery",
        component: () => import("./gallery/GalleryPage.vue"),
        meta: { title: () => "Gallery", public: true, bare: true }
      }
    ]
  : []

export const routes: ReadonlyArray<RouteRecordRaw> = [
  ...ofFeatures,
  ...gallery,
  {
    path: "/forbidden",
    name: "forbidden",
    component: () => import("./ForbiddenPage.vue"),
    meta: { title: () => translate(messages, "forbidden") }
  },
  {
    path: "/:path(.*)*",
    name: "not-found",
    component: () => import("./NotFoundPage.vue"),
    meta: { title: () => translate(messages, "notFound") }
  }
]

export const makeRouter = () => createRouter({ history: createWebHistory(appBase), routes })
