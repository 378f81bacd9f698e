import type * as HttpApi from "@effect/platform/HttpApi"
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

/** `HttpApi.reflect` also computes the union of all errors of each endpoint, which takes a tenth of a start. */
const reflect = (): ReadonlyArray<EndpointEntry> =>
  Object.values((Api as unknown as HttpApi.HttpApi.AnyWithProps).groups).flatMap((group) =>
    Object.values(group.endpoints).map(({ method, name, path }) => ({
      group: group.identifier,
      name,
      method,
      path
    }))
  )

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
