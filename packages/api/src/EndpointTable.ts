import type { Endpoint } from "@media/http/Listener"
import type { RawRoute } from "@media/http/RawRoute"
import { makeRouteTable, type RouteTable } from "@media/http/RouteTable"
import { documentRoutes } from "./DocumentRoutes.ts"
import { typedEndpoints } from "./generated/endpoints.ts"
import { rawRoutes } from "./generated/rawRoutes.ts"

const allRaw = [...rawRoutes, ...documentRoutes] as const

type RequirementsOf<Route> = Route extends RawRoute<infer R> ? R : never
export type RawRequirements = RequirementsOf<(typeof allRaw)[number]>

export interface EndpointEntry extends Endpoint<RawRequirements> {
  readonly group: string
  readonly name: string
}

const raw = (route: RawRoute<RawRequirements>): EndpointEntry => ({
  group: "raw",
  name: route.path,
  method: route.method,
  path: route.path,
  raw: route
})

/** Every route, typed and raw. */
export const endpoints: ReadonlyArray<EndpointEntry> = [...typedEndpoints, ...allRaw.map(raw)]

/** The table in which the listener looks up the route of a request. */
export const routeTable: RouteTable<EndpointEntry> = makeRouteTable(endpoints)
