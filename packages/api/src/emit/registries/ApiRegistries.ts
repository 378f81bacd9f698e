import type { FailureBody, RawRoute } from "@media/http/RawRoute"
import { moduleOf } from "./Imports.ts"
import type { ExportedValue, Slice } from "./SliceFolder.ts"

const specifier = ({ file, folder }: ExportedValue): string => `@media/features/${folder}/${file}`

/**
 * True for a slice in the `platform` tier. Every page starts by requesting the routes of these slices. Their handlers
 * are therefore not loaded lazily, but together with the contracts.
 */
const isPlatform = ({ folder }: Slice): boolean => folder.startsWith("platform/")

const rawRoutesOf = (slices: ReadonlyArray<Slice>) =>
  slices.flatMap((slice) =>
    (slice.slice.raw ?? []).map((route) => ({
      slice,
      route,
      key: JSON.stringify(`${route.method} ${route.path}`)
    }))
  )

/** Returns a raw route as an object literal without its handler, so that the handler can be loaded later. */
const declarationOf = (
  { access, body, contentType, errors, failureBody, method, path, summary }: RawRoute<unknown>,
  nameOf: (failureBody: FailureBody) => string
): string => {
  const plain = JSON.stringify({ method, path, access, body, summary, contentType, errors })
  return failureBody === undefined ? plain : `${plain.slice(0, -1)},"failureBody":${nameOf(failureBody)}}`
}

/** Returns the generated files of `packages/api`, keyed by path. */
export const apiRegistries = (slices: ReadonlyArray<Slice>): Readonly<Record<string, string>> => {
  const folder = "packages/api/src/generated"
  const pairs = slices.flatMap((slice) => (slice.slice.groups ?? []).map((pair) => [slice, ...pair] as const))
  return {
    [`${folder}/Api.ts`]: moduleOf(
      specifier,
      [
        'import * as HttpApi from "@effect/platform/HttpApi"',
        'import { API_ID } from "@media/wire/ApiId"',
        'import { FailInvalid } from "@media/wire/WireError"'
      ],
      (nameOf) => `
/** Every JSON route of the service. */
export const Api = HttpApi.make(API_ID)
${pairs.map(([slice, group]) => `  .add(${nameOf(slice, group)})`).join("\n")}
  .addError(FailInvalid)
`
    ),
    [`${folder}/handlers.ts`]: moduleOf(
      specifier,
      ['import * as Layer from "effect/Layer"', 'import { lazyGroup } from "../LazyGroup.ts"'],
      (nameOf) => `
const later = () => import("./lazyHandlers.ts")

/** The handlers of every group of the API. */
export const handlers = Layer.mergeAll(
${pairs
  .map(([slice, group, live]) =>
    isPlatform(slice)
      ? `  ${nameOf(slice, live)}`
      : `  lazyGroup(${nameOf(slice, group)}, () => later().then(({ lazyHandlers }) => lazyHandlers.${group.identifier}))`
  )
  .join(",\n")}
)
`
    ),
    [`${folder}/lazyHandlers.ts`]: moduleOf(
      specifier,
      [],
      (nameOf) => `
/** The handlers that the first request to one of them loads, by group. */
export const lazyHandlers = {
${pairs
  .filter(([slice]) => !isPlatform(slice))
  .map(([slice, group, live]) => `  ${group.identifier}: ${nameOf(slice, live)}`)
  .join(",\n")}
} as const
`
    ),
    [`${folder}/rawRoutes.ts`]: moduleOf(
      specifier,
      ['import { lazyRoute } from "@media/http/LazyRoute"'],
      (nameOf) => `
const later = () => import("./lazyRoutes.ts")

/** Every route that writes the response itself. */
export const rawRoutes = [
${rawRoutesOf(slices)
  .map(
    ({ key, route, slice }) =>
      `  lazyRoute(${declarationOf(route, (failureBody) => nameOf(slice, failureBody))}, () => later().then(({ lazyRoutes }) => lazyRoutes[${key}]))`
  )
  .join(",\n")}
] as const
`
    ),
    [`${folder}/lazyRoutes.ts`]: moduleOf(
      specifier,
      [],
      (nameOf) => `
/** The raw routes that the first request to one of them loads. */
export const lazyRoutes = {
${rawRoutesOf(slices)
  .map(({ key, route, slice }) => `  ${key}: ${nameOf(slice, route)}`)
  .join(",\n")}
} as const
`
    )
  }
}
