import type { RouteRecordRaw } from "vue-router"
import { translate } from "@/lib/messages"
import { titles } from "./titles"

const title = (): string => translate(titles, "operations")

/** The operations page also shows an open run or queue. Neither has a page of its own. */
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
