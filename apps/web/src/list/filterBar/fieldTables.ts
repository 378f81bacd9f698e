import { type Field, field, type FieldTable, fieldTable, hasKind } from "@media/query/Field"
import { type FieldType, oneOf, ref } from "@media/query/FieldType"
import type { FieldData, FieldTypeData } from "@media/web-client/FieldData"
import { fieldsByEntity } from "@media/web-client/generated/fields"

const tables = new Map<string, FieldTable>()

const typeOf = (type: FieldTypeData): FieldType => {
  if (type.name === "oneOf") return oneOf(type.values, type.isOrdered ?? false)
  if (type.name !== "ref") return { name: type.name }
  const { of } = type
  return ref(type.entity, {
    isTree: type.isTree ?? false,
    ...(of === undefined ? {} : { fields: () => tableOf(of) })
  })
}

const fieldOf = ({ cost, isCountable: _, kinds, name, type, ...rest }: FieldData): Field =>
  field(name, { ...rest, kinds, cost, type: typeOf(type), source: undefined })

const tableOf = (entity: string): FieldTable => {
  const known = tables.get(entity)
  if (known !== undefined) return known
  const table = fieldTable((fieldsByEntity[entity] ?? []).map(fieldOf))
  tables.set(entity, table)
  return table
}

/** Returns the fields of items of all kinds, as the server defines them. */
export const itemFields = (): FieldTable => tableOf("items")

const countable = new Set(
  (fieldsByEntity.items ?? []).filter(({ isCountable = false }) => isCountable).map(({ name }) => name)
)

/** True if the server counts the values of this field in a list of items. */
export const isCountable = ({ name }: Field): boolean => countable.has(name)

/** The name of the kind for rules that apply to items of all kinds. */
export const ANY_KIND = "any"

/** Returns the fields for conditions on items of a kind. The field "kind" is included only for `ANY_KIND`. */
export const fieldsOfKind = (kind: string): ReadonlyArray<Field> =>
  itemFields().fields.filter(
    (each) => each.name !== "random" && (kind === ANY_KIND || (each.name !== "kind" && hasKind(each, kind)))
  )
