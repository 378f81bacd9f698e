import type { RouteComponent, RouteRecordRaw } from "vue-router"
import { capitalized } from "@/lib/format"
import type { KindInfo } from "./kinds"

type Page = () => Promise<RouteComponent>

/** The routes of a kind: its list, and the page of an item. */
export const kindRoutes = (
  { routes, words }: KindInfo,
  pages: {
    readonly list: Page
    readonly detail: Page
    /** Routes that open over the list. */
    readonly over?: ReadonlyArray<RouteRecordRaw>
    /** Routes that open over the page of one item. */
    readonly overDetail?: ReadonlyArray<RouteRecordRaw>
  }
): ReadonlyArray<RouteRecordRaw> => [
  {
    path: `/${routes.list}`,
    name: routes.list,
    component: pages.list,
    ...(pages.over === undefined ? {} : { children: [...pages.over] }),
    meta: { title: () => words.title }
  },
  {
    path: `/${routes.list}/:id`,
    name: routes.detail,
    component: pages.detail,
    ...(pages.overDetail === undefined ? {} : { children: [...pages.overDetail] }),
    props: true,
    meta: { title: () => capitalized(words.one), section: routes.list }
  }
]
