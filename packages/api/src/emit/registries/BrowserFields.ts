import type { Field } from "@media/query/Field"
import type { FieldType } from "@media/query/FieldType"
import { isCountable } from "@media/features/catalog/filters/countable"
import type { SqlSource } from "@media/features/catalog/filters/sources"
import type { Slice } from "./SliceFolder.ts"

/**
 * Returns a field type as plain data. A reference contains only the name of its entity's field table, so that the
 * browser builds each table once.
 */
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

/**
 * Returns a field as plain data. Omits properties that have the defaults of `field()`, to keep the download of the
 * browser small.
 */
const dataOf = ({ aliases, cost, flags, kinds, label, name, sortable, type }: Field): object => ({
  name,
  label,
  ...(aliases.length > 0 ? { aliases } : {}),
  kinds,
  type: typeOf(type),
  cost,
  ...(sortable ? { sortable } : {}),
  ...(Object.keys(flags).length > 0 ? { flags } : {})
})

/** Returns a field of items as plain data. Only lists of items count the values of their fields. */
const itemFieldOf = (field: Field<SqlSource>): object => ({
  ...dataOf(field),
  ...(isCountable(field) ? { isCountable: true } : {})
})

/**
 * Returns the field tables of all entities that these fields refer to, directly or through other entities, keyed by
 * entity.
 */
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

const list = (fields: ReadonlyArray<object>): string =>
  `[\n${fields.map((field) => `    ${JSON.stringify(field)}`).join(",\n")}\n  ]`

/** Writes the fields of all lists for the filter bar, as plain data without SQL. */
export const browserFields = (slices: ReadonlyArray<Slice>): string => {
  const items = slices.flatMap(({ slice }) => slice.fields ?? [])
  const tables = [
    ["items", items.map(itemFieldOf)] as const,
    ...[...tablesOf(items)].map(([entity, fields]) => [entity, fields.map(dataOf)] as const)
  ]
  return [
    "// Made by `npm run generate`. Do not edit.",
    'import type { FieldData } from "../FieldData.ts"',
    "",
    "/** The fields of each entity. */",
    "export const fieldsByEntity: Readonly<Record<string, ReadonlyArray<FieldData>>> = {",
    tables.map(([entity, fields]) => `  ${JSON.stringify(entity)}: ${list(fields)}`).join(",\n"),
    "}",
    ""
  ].join("\n")
}
