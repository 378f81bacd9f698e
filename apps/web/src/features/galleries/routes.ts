import { kindRoutes } from "@/features/items/kindRoutes"
import { GALLERY_VIEW_ROUTE } from "./galleryRoute"
import { kind } from "./kind"

export const routes = kindRoutes(kind, {
  list: () => import("./GalleriesPage.vue"),
  detail: () => import("./GalleryPage.vue"),
  overDetail: [
    {
      path: "i/:imageId",
      name: GALLERY_VIEW_ROUTE,
      component: () => import("../images/ImageLightbox.vue"),
      props: ({ params }) => ({ id: params["imageId"], galleryId: params["id"] }),
      meta: { title: () => kind.words.title, section: kind.routes.list }
    }
  ]
})
