import { kindRoutes } from "@/features/items/kindRoutes"
import { capitalized } from "@/lib/format"
import { VIEW_ROUTE } from "./imageRoute"
import { kind } from "./kind"

export const routes = kindRoutes(kind, {
  list: () => import("./ImagesPage.vue"),
  detail: () => import("./ImagePage.vue"),
  // Over the list, which stays as it is below.
  over: [
    {
      path: "/images/:id/view",
      name: VIEW_ROUTE,
      component: () => import("./ImageLightbox.vue"),
      props: true,
      meta: { title: () => capitalized(kind.words.one), section: kind.routes.list }
    }
  ]
})
