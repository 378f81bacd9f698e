import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

const title = (): string => translate(titles, "operations")

/** All these routes show the operations page. A run or queue in the URL opens within that page. */
export const routes: ReadonlyArray<RouteRecordRaw> = [
  {
    path: "/ops",
    name: "operations",
    component: () => import("./OperationsPage.vue"),
    meta: { title, admin: true },
    children: [
      { path: "runs/:runId", name: "run", components: {}, meta: { title, section: "operations" } },
      { path: "queues/:queueName", name: "queue", components: {}, meta: { title, section: "operations" } }
    ]
  }
]
