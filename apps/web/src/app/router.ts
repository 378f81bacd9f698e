import { createRouter, createWebHistory, type RouteRecordRaw } from "vue-router"

declare module "vue-router" {
  interface RouteMeta {
    readonly title: string
    /** Without signing in. */
    readonly public?: true
    readonly admin?: true
    /** Without header and navigation. */
    readonly bare?: true
    /** The list page whose navigation entry stands for this page, too. */
    readonly section?: string
    /** A list with a search of its own. */
    readonly isSearchable?: true
  }
}

/** Of the kinds of media: the `routes.ts` of each one's pages. */
const kindRoutes = Object.values(
  import.meta.glob<ReadonlyArray<RouteRecordRaw>>("../features/*/routes.ts", {
    eager: true,
    import: "routes"
  })
).flat()

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/setup",
    name: "setup",
    component: () => import("@/features/setup/SetupPage.vue"),
    meta: { title: "Welcome", public: true, bare: true }
  },
  {
    path: "/login",
    name: "login",
    component: () => import("@/features/accounts/LoginPage.vue"),
    meta: { title: "Sign in", public: true, bare: true }
  },
  {
    path: "/",
    name: "home",
    component: () => import("@/features/home/HomePage.vue"),
    meta: { title: "Home" }
  },
  ...kindRoutes,
  {
    path: "/watch/:id",
    name: "watch",
    component: () => import("@/player/WatchPage.vue"),
    props: true,
    meta: { title: "Watch", bare: true }
  },
  {
    path: "/admin/libraries",
    name: "libraries",
    component: () => import("@/features/libraries/LibrariesPage.vue"),
    meta: { title: "Libraries", admin: true }
  },
  {
    path: "/admin/libraries/:id",
    name: "library",
    component: () => import("@/features/libraries/LibraryPage.vue"),
    props: true,
    meta: { title: "Library", section: "libraries", admin: true }
  },
  {
    path: "/admin/settings",
    name: "settings",
    component: () => import("@/features/settings/SettingsPage.vue"),
    meta: { title: "Settings", admin: true }
  },
  {
    path: "/ops",
    name: "operations",
    component: () => import("@/features/operations/OperationsPage.vue"),
    meta: { title: "Operations", admin: true },
    children: [
      {
        path: "runs/:runId",
        name: "run",
        component: { render: () => null },
        meta: { title: "Operations", section: "operations" }
      },
      {
        path: "queues/:queueName",
        name: "queue",
        component: { render: () => null },
        meta: { title: "Operations", section: "operations" }
      }
    ]
  },
  {
    path: "/account",
    name: "account",
    component: () => import("@/features/accounts/AccountPage.vue"),
    meta: { title: "Account" }
  },
  {
    path: "/whats-new",
    name: "whats-new",
    component: () => import("@/features/changelog/WhatsNewPage.vue"),
    meta: { title: "What’s new" }
  },
  {
    path: "/forbidden",
    name: "forbidden",
    component: () => import("./ForbiddenPage.vue"),
    meta: { title: "No access" }
  },
  {
    path: "/:path(.*)*",
    name: "not-found",
    component: () => import("./NotFoundPage.vue"),
    meta: { title: "Not found" }
  }
]

export const makeRouter = () => createRouter({ history: createWebHistory(), routes })
