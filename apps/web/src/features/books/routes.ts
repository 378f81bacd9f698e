import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kindRoutes"
import { translate } from "@/lib/messages"
import { kind } from "./kind"
import { messages } from "./messages"

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
        title: () => translate(messages, shelves === "series" ? "allSeries" : "authors"),
        section: kind.routes.list
      }
    },
    {
      path: `/books/${shelves}/:id`,
      name: shelves === "series" ? "book-series-one" : "book-author",
      component: () => import("./ShelfPage.vue"),
      props: ({ params }) => ({ shelves, id: params["id"] }),
      meta: {
        title: () => translate(messages, shelves === "series" ? "allSeries" : "authors"),
        section: kind.routes.list
      }
    }
  ]),
  {
    path: "/books/:id/read",
    name: "read",
    component: () => import("./reader/ReadPage.vue"),
    props: true,
    meta: { title: () => kind.words.title, bare: true }
  }
]
