import * as HttpApi from "@effect/platform/HttpApi"
import { Api } from "./generated/Api.ts"
import { rawRoutes } from "./generated/rawRoutes.ts"

export interface EndpointEntry {
  readonly group: string
  readonly name: string
  readonly method: string
  readonly path: string
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

export const typedEndpoints = reflect()

/** Every route there is, typed and raw, in the order they are tried. */
export const endpoints: ReadonlyArray<EndpointEntry> = [
  ...typedEndpoints,
  ...rawRoutes.map(({ method, path }) => ({ group: "raw", name: path, method, path }))
]

const patterns = endpoints.map(({ method, path }) => ({
  method,
  pattern: new RegExp(
    `^${path
      .split("/")
      .map((segment) =>
        segment.startsWith(":") ? "[^/]+" : segment === "*" ? ".+" : segment.replace(/[.]/g, "\\.")
      )
      .join("/")}$`
  )
}))

/** The methods a path answers; none when it is no route. */
export const allowedMethods = (pathname: string): ReadonlyArray<string> => [
  ...new Set(patterns.filter(({ pattern }) => pattern.test(pathname)).map(({ method }) => method))
]
