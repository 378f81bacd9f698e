import type { RouteRecordRaw } from "vue-router"
import { kindRoutes } from "@/features/items/kinds/kindRoutes"
import { kind } from "./kind"
import { facetTitle } from "./titles"

export const routes: ReadonlyArray<RouteRecordRaw> = [
  ...kindRoutes(kind, {
    list: () => import("./BooksPage.vue"),
    detail: () => import("./BookPage.vue")
  }),
  {
    path: "/books/series",
    name: "book-series",
    component: () => import("./SeriesNames.vue"),
    meta: { title: () => facetTitle("series"), section: kind.routes.list }
  },
  {
    path: "/books/series/:id",
    name: "book-series-one",
    component: () => import("./SeriesPage.vue"),
    props: true,
    meta: { title: () => facetTitle("series"), section: kind.routes.list }
  },
  {
    path: "/books/authors",
    name: "book-authors",
    component: () => import("./AuthorsPage.vue"),
    meta: { title: () => facetTitle("authors"), section: kind.routes.list }
  },
  {
    path: "/books/authors/:id/:list?",
    name: "book-author",
    component: () => import("./AuthorPage.vue"),
    props: true,
    meta: { title: () => facetTitle("authors"), section: kind.routes.list }
  },
  {
    path: "/books/:id/read",
    name: "read",
    component: () => import("./ReadPage.vue"),
    props: true,
    meta: { title: () => kind.words.title, bare: true }
  }
]
