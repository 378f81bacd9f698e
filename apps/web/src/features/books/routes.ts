import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kinds/kindRoutes"
import { kind } from "./kind"
import { facetTitle } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  ...kindRoutes(kind, {
    list: () => import("./BooksPage.vue"),
    detail: () => import("./BookPage.vue")
  }),
  ...(["series", "authors"] as const).flatMap((facet): ReadonlyArray<RouteRecordRaw> => [
    {
      path: `/books/${facet}`,
      name: `book-${facet}`,
      component: () => import("./FacetsPage.vue"),
      props: { facet },
      meta: {
        title: () => facetTitle(facet),
        section: kind.routes.list
      }
    },
    {
      path: `/books/${facet}/:id`,
      name: facet === "series" ? "book-series-one" : "book-author",
      component: () => import("./FacetPage.vue"),
      props: ({ params }) => ({ facet, id: params["id"] }),
      meta: {
        title: () => facetTitle(facet),
        section: kind.routes.list
      }
    }
  ]),
  {
    path: "/books/:id/read",
    name: "read",
    component: () => import("./ReadPage.vue"),
    props: true,
    meta: { title: () => kind.words.title, bare: true }
  }
]
