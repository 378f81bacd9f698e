import { itemFieldTable } from "@media/features/catalog/filters/itemFields"
import { kinds } from "@media/features/generated/kinds"
import { type Field, hasKind } from "@media/query/Field"
import { isOrdered } from "@media/query/FieldType"

interface Parameter {
  readonly name: string
}

const descriptionOf = ({ label, type }: Field): string => {
  const forms = [
    type.name === "oneOf" ? `one of ${type.values.join(", ")}, or several with commas` : undefined,
    ["ref", "text"].includes(type.name) ? "one or several with commas" : undefined,
    type.name === "boolean" ? "`true` or `false`" : "`*` for any",
    isOrdered(type) ? "a range as `from..to`" : undefined
  ]
  return `${label}: ${forms.filter((form) => form !== undefined).join("; ")}`
}

/**
 * The query parameters that the list at a path derives from declared fields, in addition to its own. The contract
 * accepts them without naming them.
 */
export const fieldParameters = (path: string, own: ReadonlyArray<Parameter>): ReadonlyArray<object> => {
  const kind = kinds.find(({ paths }) => path === paths.list || path === `${paths.list}/timeline`)?.kind
  if (kind === undefined) return []
  const taken = new Set(own.map(({ name }) => name))
  return itemFieldTable()
    .fields.filter(
      (field) => hasKind(field, kind) && ![field.name, field.text].some((name) => taken.has(name))
    )
    .map((field) => ({
      name: field.text,
      in: "query",
      required: false,
      description: descriptionOf(field),
      schema: { type: "string" }
    }))
}
