import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kinds/kindRoutes"
import { translate } from "@/lib/messages"
import { kind } from "./kind"
import { artistMessages } from "./artistMessages"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  ...kindRoutes(kind, {
    list: () => import("./AlbumsPage.vue"),
    detail: () => import("./AlbumPage.vue")
  }),
  {
    path: "/artists",
    name: "artists",
    component: () => import("./ArtistsPage.vue"),
    meta: { title: () => translate(artistMessages, "title"), section: kind.routes.list }
  },
  {
    path: "/artists/:id",
    name: "artist",
    component: () => import("./ArtistPage.vue"),
    props: true,
    meta: { title: () => translate(artistMessages, "title"), section: kind.routes.list }
  }
]
