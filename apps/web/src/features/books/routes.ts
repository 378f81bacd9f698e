import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kinds/kindRoutes"
import { kind } from "./kind"
import { shelvesTitle } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  ...kindRoutes(kind, {
    list: () => import("./BooksPage.vue"),
    detail: () => import("./BookPage.vue")
  }),
  ...(["series", "authors"] as const).flatMap((shelves): ReadonlyArray<RouteRecordRaw> => [
    {
      path: `/books/${shelves}`,
      name: `book-${shelves}`,
      component: () => import("./ShelvesPage.vue"),
      props: { shelves },
      meta: {
        title: () => shelvesTitle(shelves),
        section: kind.routes.list
      }
    },
    {
      path: `/books/${shelves}/:id`,
      name: shelves === "series" ? "book-series-one" : "book-author",
      component: () => import("./ShelfPage.vue"),
      props: ({ params }) => ({ shelves, id: params["id"] }),
      meta: {
        title: () => shelvesTitle(shelves),
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
