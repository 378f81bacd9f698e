import * as HttpApi from "@effect/platform/HttpApi"
import type { Endpoint } from "@media/http/Listener"
import type { RawRoute } from "@media/http/RawRoute"
import { makeRouteTable, type RouteTable } from "@media/http/RouteTable"
import { documentRoutes } from "./DocumentRoutes.ts"
import { Api } from "./generated/Api.ts"
import { rawRoutes } from "./generated/rawRoutes.ts"

const allRaw = [...rawRoutes, ...documentRoutes] as const

type RequirementsOf<Route> = Route extends RawRoute<infer R> ? R : never
export type RawRequirements = RequirementsOf<(typeof allRaw)[number]>

export interface EndpointEntry extends Endpoint<RawRequirements> {
  readonly group: string
  readonly name: string
}

const reflect = (): ReadonlyArray<EndpointEntry> => {
  const entries: Array<EndpointEntry> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) =>
      entries.push({
        group: group.identifier,
        name: endpoint.name,
        method: endpoint.method,
        path: endpoint.path
      })
  })
  return entries
}

const raw = (route: RawRoute<RawRequirements>): EndpointEntry => ({
  group: "raw",
  name: route.path,
  method: route.method,
  path: route.path,
  raw: route
})

/** The routes of the typed API. */
export const typedEndpoints: ReadonlyArray<EndpointEntry> = reflect()

/** Every route, typed and raw. */
export const endpoints: ReadonlyArray<EndpointEntry> = [...typedEndpoints, ...allRaw.map(raw)]

/** The table that the listener matches requests with. */
export const routeTable: RouteTable<EndpointEntry> = makeRouteTable(endpoints)
