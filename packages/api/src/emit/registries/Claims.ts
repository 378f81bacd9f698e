import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type { Slice } from "./SliceFolder.ts"

/** A name that a slice declares and that must be unique in the whole product. */
export interface Claim {
  /** The namespace of the name, such as `queue`, `route` or `event`. */
  readonly what: string
  readonly value: string
  readonly slice: string
}

/** Returns the literal of `_tag`, or an empty string if the schema has none. */
export const tagOf = (schema: Schema.Schema.Any): string => {
  const { ast } = Schema.typeSchema(schema as Schema.Schema<unknown>)
  const tag = AST.getPropertySignatures(ast).find(({ name }) => name === "_tag")?.type
  return tag !== undefined && AST.isLiteral(tag) ? String(tag.literal) : ""
}

interface Endpoint {
  readonly method: string
  readonly path: string
}

export const endpointsOf = (group: HttpApiGroup.HttpApiGroup.Any): ReadonlyArray<Endpoint> =>
  Object.values((group as HttpApiGroup.HttpApiGroup.AnyWithProps).endpoints)

/** Returns a key for a route. Routes that differ only in the names of their parameters have the same key. */
const routeOf = ({ method, path }: Endpoint): string => `${method} ${path.replace(/:\w+/g, ":id")}`

const claimsOf = ({ slice }: Slice): ReadonlyArray<Omit<Claim, "slice">> => [
  { what: "slice", value: slice.name },
  ...(slice.events ?? []).map((schema) => ({ what: "event", value: tagOf(schema) })),
  ...(slice.projections ?? []).flatMap(({ name, tables }) => [
    { what: "projection", value: name },
    ...tables.map((table) => ({ what: "projected table", value: table }))
  ]),
  ...(slice.queues ?? []).map(({ definition }) => ({ what: "queue", value: definition.name })),
  ...(slice.groups ?? []).flatMap(([group]) => [
    { what: "group", value: group.identifier },
    ...endpointsOf(group).map((endpoint) => ({ what: "route", value: routeOf(endpoint) }))
  ]),
  ...(slice.raw ?? []).map((route) => ({ what: "route", value: routeOf(route) })),
  ...(slice.live ?? []).map(({ stream }) => ({ what: "live stream", value: stream })),
  ...(slice.kinds ?? []).map(({ kind }) => ({ what: "kind", value: kind })),
  ...(slice.fields ?? []).flatMap(({ aliases, flags, name }) =>
    [...new Set([name, ...aliases, ...Object.keys(flags)])].map((value) => ({ what: "field", value }))
  )
]

/** Returns one line for each name that is declared more than once, in one slice or in several. */
export const duplicates = (slices: ReadonlyArray<Slice>): ReadonlyArray<string> => {
  const owners = new Map<string, Array<string>>()
  for (const slice of slices)
    for (const { value, what } of claimsOf(slice)) {
      const key = `${what} "${value}"`
      owners.set(key, [...(owners.get(key) ?? []), slice.folder])
    }
  return [...owners]
    .filter(([, by]) => by.length > 1)
    .map(([claim, by]) => `${claim} is declared more than once: in ${by.join(" and in ")}`)
}
