import type * as HttpApi from "@effect/platform/HttpApi"
import { Api } from "./generated/Api.ts"

export interface TypedEndpoint {
  readonly group: string
  readonly name: string
  readonly method: string
  readonly path: string
}

/**
 * The routes of the typed API, read directly from its contracts. `HttpApi.reflect` would be slower, because it also
 * computes all errors of each route.
 */
export const typedEndpoints: ReadonlyArray<TypedEndpoint> = Object.values(
  (Api as unknown as HttpApi.HttpApi.AnyWithProps).groups
).flatMap((group) =>
  Object.values(group.endpoints).map(({ method, name, path }) => ({
    group: group.identifier,
    name,
    method,
    path
  }))
)
