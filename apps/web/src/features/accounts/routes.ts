import type { RouteRecordRaw } from "vue-router"
import { defineMessages, translate } from "@/lib/messages"

const titles = defineMessages("accounts.titles", { account: "Account", login: "Sign in" })

export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/login",
    name: "login",
    component: () => import("./LoginPage.vue"),
    meta: { title: () => translate(titles, "login"), public: true, bare: true }
  },
  {
    path: "/account",
    name: "account",
    component: () => import("./AccountPage.vue"),
    meta: { title: () => translate(titles, "account") }
  }
]
