import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kinds/kindRoutes"
import { GALLERY_VIEW_ROUTE } from "./galleryRoute"
import { kind } from "./kind"

const own = kindRoutes(kind, {
  list: () => import("./GalleriesPage.vue"),
  detail: () => import("./GalleryPage.vue"),
  overDetail: [
    {
      path: "i/:imageId",
      name: GALLERY_VIEW_ROUTE,
      component: () => import("@/viewers/image/ImageLightbox.vue"),
      props: ({ params }) => ({ id: params["imageId"], galleryId: params["id"] }),
      meta: { title: () => kind.words.title, section: kind.routes.list }
    }
  ]
})

const read: RouteRecordRaw = {
  path: "/galleries/:id/read",
  name: "gallery-read",
  component: () => import("./GalleryReader.vue"),
  props: true,
  meta: { title: () => kind.words.title, bare: true }
}

export const routes: ReadonlyArray<RouteRecordRaw> = [...own, read]
