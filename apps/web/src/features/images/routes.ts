import { kindRoutes } from "@/features/items/kinds/kindRoutes"
import { capitalized } from "@/lib/format"
import { translate } from "@/lib/messages"
import { TIMELINE_ROUTE, TIMELINE_VIEW_ROUTE, VIEW_ROUTE } from "./imageRoute"
import { kind } from "./kind"
import { titles } from "./titles"

/** The lightbox, which opens on top of the list or timeline without changing the page below. */
const view = {
  component: () => import("@/viewers/image/ImageLightbox.vue"),
  props: true,
  meta: { title: () => capitalized(kind.words.one), section: kind.routes.list }
}

export const routes = [
  ...kindRoutes(kind, {
    list: () => import("./ImagesPage.vue"),
    detail: () => import("./ImagePage.vue"),
    over: [{ ...view, path: "/images/:id/view", name: VIEW_ROUTE }]
  }),
  {
    path: "/images/timeline",
    name: TIMELINE_ROUTE,
    component: () => import("./TimelinePage.vue"),
    meta: { title: () => translate(titles, "timeline"), section: kind.routes.list },
    children: [{ ...view, path: "/images/timeline/:id", name: TIMELINE_VIEW_ROUTE }]
  }
]
