import type { Field } from "@media/query/Field"
import type { FieldType } from "@media/query/FieldType"
import type { Slice } from "./SliceFolder.ts"

/** Inner tables of references are emitted as a separate list, so that the browser can build each of them once. */
const typeOf = (type: FieldType): unknown => {
  if (type.name === "oneOf")
    return { name: type.name, values: type.values, ...(type.isOrdered ? { isOrdered: true } : {}) }
  if (type.name === "ref")
    return {
      name: type.name,
      entity: type.entity,
      ...(type.isTree ? { isTree: true } : {}),
      ...(type.fields === undefined ? {} : { of: type.entity })
    }
  return { name: type.name }
}

/** Omits the default values of `field()`, because the browser loads every byte. */
const dataOf = ({ aliases, cost, flags, kinds, label, name, sortable, type }: Field): unknown => ({
  name,
  label,
  ...(aliases.length > 0 ? { aliases } : {}),
  kinds,
  type: typeOf(type),
  cost,
  ...(sortable ? { sortable } : {}),
  ...(Object.keys(flags).length > 0 ? { flags } : {})
})

/** The tables that references in these fields point to, by entity. */
const tablesOf = (
  fields: ReadonlyArray<Field>,
  found = new Map<string, ReadonlyArray<Field>>()
): ReadonlyMap<string, ReadonlyArray<Field>> => {
  for (const { type } of fields) {
    if (type.name !== "ref" || type.fields === undefined || found.has(type.entity)) continue
    const inner = type.fields().fields
    found.set(type.entity, inner)
    tablesOf(inner, found)
  }
  return found
}

const list = (fields: ReadonlyArray<Field>): string =>
  `[\n${fields.map((field) => `    ${JSON.stringify(dataOf(field))}`).join(",\n")}\n  ]`

/** The fields of all lists as plain data, without their SQL, for the filter bar. */
export const browserFields = (slices: ReadonlyArray<Slice>): string => {
  const items = slices.flatMap(({ slice }) => slice.fields ?? [])
  const tables = [["items", items] as const, ...tablesOf(items)]
  return [
    "// Made by `npm run generate`. Do not edit.",
    'import type { FieldData } from "../FieldData.ts"',
    "",
    "/** The fields by the entity that has them. */",
    "export const fieldsByEntity: Readonly<Record<string, ReadonlyArray<FieldData>>> = {",
    tables.map(([entity, fields]) => `  ${JSON.stringify(entity)}: ${list(fields)}`).join(",\n"),
    "}",
    ""
  ].join("\n")
}
