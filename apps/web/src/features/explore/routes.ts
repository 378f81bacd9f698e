import type { RouteRecordRaw } from "vue-router"

/** Explore is a page of tabs, each of which is a page with its own address. */
export const routes: ReadonlyArray<RouteRecordRaw> = [
  { path: "/explore", name: "explore", redirect: { name: "markers" } }
]
