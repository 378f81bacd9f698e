import { moduleOf } from "./Imports.ts"
import type { Place, Slice } from "./SliceFolder.ts"

const specifier = ({ file, folder }: Place): string => `@media/features/${folder}/${file}`

/** The registries of `packages/api`, by path. */
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
      ['import * as Layer from "effect/Layer"'],
      (nameOf) => `
/** The handlers of every group of the API. */
export const handlers = Layer.mergeAll(
${pairs.map(([slice, , live]) => `  ${nameOf(slice, live)}`).join(",\n")}
)
`
    ),
    [`${folder}/rawRoutes.ts`]: moduleOf(
      specifier,
      [],
      (nameOf) => `
/** Every route that writes the response itself. */
export const rawRoutes = [
${slices.flatMap((slice) => (slice.slice.raw ?? []).map((route) => `  ${nameOf(slice, route)}`)).join(",\n")}
] as const
`
    )
  }
}
