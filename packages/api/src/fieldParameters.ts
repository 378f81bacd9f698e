import { itemFieldTable } from "@media/features/catalog/filters/itemFields"
import { kinds } from "@media/features/generated/kinds"
import type { MediaKind } from "@media/features/MediaKind"
import { type Field, hasKind, type ParamOperator } from "@media/query/Field"
import { isOrdered } from "@media/query/FieldType"
import { describeValues } from "@media/query/values/scalars"

interface Parameter {
  readonly name: string
}

const descriptionOf = ({ label, type }: Field): string => {
  const forms = [
    type.name === "oneOf" ? `one of ${type.values.join(", ")}, or several separated by commas` : undefined,
    ["ref", "text"].includes(type.name) ? "one or several values, separated by commas" : undefined,
    type.name === "boolean" ? "`true` or `false`" : "`*` for any",
    isOrdered(type) ? "a range such as `from..to`" : undefined
  ]
  return `${label}: ${forms.filter((form) => form !== undefined).join("; ")}`
}

const words = { greater_equal: "at least this value", less_equal: "at most this value" } as const

const ownDescription = ({ label, type }: Field, operator: ParamOperator): string =>
  operator === "is_false"
    ? `${label}: \`true\` for items without it, \`false\` for the others`
    : `${label}: ${words[operator]}, as ${describeValues(type)}`

/**
 * Returns OpenAPI parameters for filtering the list at `path` by field, except parameters that `own` already contains.
 * The contract accepts these parameters without declaring them, so they must be added to the document here.
 */
export const fieldParameters = (path: string, own: ReadonlyArray<Parameter>): ReadonlyArray<object> => {
  const registered: ReadonlyArray<MediaKind> = kinds
  const kind = registered.find(
    ({ paths }) =>
      path === paths.list || path === `${paths.list}/timeline` || paths.roles?.some((list) => list === path)
  )?.kind
  if (kind === undefined) return []
  const taken = new Set(own.map(({ name }) => name))
  const parameter = (name: string, description: string) => ({
    name,
    in: "query",
    required: false,
    description,
    schema: { type: "string" }
  })
  return itemFieldTable()
    .fields.filter((field) => hasKind(field, kind))
    .flatMap((field) => [
      ...([field.name, field.text].some((name) => taken.has(name))
        ? []
        : [parameter(field.text, descriptionOf(field))]),
      ...Object.entries(field.params).flatMap(([name, operator]) =>
        taken.has(name) ? [] : [parameter(name, ownDescription(field, operator))]
      )
    ])
}
