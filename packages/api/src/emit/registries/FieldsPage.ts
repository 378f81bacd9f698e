import type { Field } from "@media/query/Field"
import { type FieldType, isOrdered } from "@media/query/FieldType"
import { operatorsOf } from "@media/query/Operator"
import { code, page, table } from "../Markdown.ts"
import type { Slice } from "./SliceFolder.ts"

const typeText = (type: FieldType): string => {
  if (type.name === "ref") return `reference to ${type.entity}`
  if (type.name !== "oneOf") return type.name
  return `one of ${type.values.join(", ")}${isOrdered(type) ? " (ordered)" : ""}`
}

const namesOf = ({ aliases, flags, name, text }: Field): string =>
  [...new Set([text, name, ...aliases]), ...Object.keys(flags)].map(code).join(", ")

/** Writes the page that lists all fields for filtering and sorting lists. */
export const fieldsPage = (slices: ReadonlyArray<Slice>): string => {
  const fields = slices.flatMap(({ slice }) =>
    (slice.fields ?? []).map((field) => ({ field, slice: slice.name }))
  )
  const lists = slices.flatMap(({ slice }) =>
    Object.entries(slice.lists ?? {}).map(([name, { fields: own }]) => ({ name, own, slice: slice.name }))
  )
  const all = [...fields.map(({ field }) => field), ...lists.flatMap(({ own }) => own)]
  const types = new Map(all.map(({ type }) => [`${type.name}${isOrdered(type) ? " (ordered)" : ""}`, type]))
  return page(
    "Fields",
    "The fields that the manifests of the slices declare. Lists accept conditions on these fields in the parameter `?q=`, written in the [query language](../../packages/query/README.md).",
    "## Of items",
    table(
      ["Names", "Type", "Kinds", "Cost", "Sorts", "Edited in bulk", "Slice"],
      fields.map(({ field, slice }) => [
        namesOf(field),
        typeText(field.type),
        field.kinds === "all" ? "all" : field.kinds.join(", "),
        field.cost,
        field.sortable ? "yes" : "",
        field.editable ? "yes" : "",
        code(slice)
      ])
    ),
    ...lists.flatMap(({ name, own, slice }) => [
      `## Of ${name}`,
      table(
        ["Names", "Type", "Sorts", "Slice"],
        own.map((field) => [namesOf(field), typeText(field.type), field.sortable ? "yes" : "", code(slice)])
      )
    ]),
    "## Operators",
    table(
      ["Type", "Operators"],
      [...types].map(([name, type]) => [name, operatorsOf(type).map(code).join(", ")])
    )
  )
}
