import type { RouteComponent, RouteRecordRaw } from "vue-router"
import { capitalized } from "@/lib/format"
import type { KindInfo } from "./kinds"

type Page = () => Promise<RouteComponent>

/** Creates the routes of a kind: its list and its item page. */
export const kindRoutes = (
  { routes, words }: KindInfo,
  pages: {
    readonly list: Page
    readonly detail: Page
    /** Routes that open on top of the list. */
    readonly over?: ReadonlyArray<RouteRecordRaw>
    /** Routes that open on top of the item page. */
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
