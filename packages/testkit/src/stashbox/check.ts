import type { Document, Selected } from "./document.ts"
import { enums, inputs, type Schema } from "./schema.ts"

const fail = (message: string): never => {
  throw new Error(message)
}

const scalars: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: (value) => typeof value === "string" || Number.isInteger(value),
  String: (value) => typeof value === "string",
  Int: (value) => Number.isInteger(value),
  Boolean: (value) => typeof value === "boolean"
}

/** Throws unless a JSON value matches a GraphQL type such as `[[FingerprintQueryInput!]!]!`. */
export const checkValue = (value: unknown, type: string, path: string): void => {
  if (type.endsWith("!")) {
    if (value === undefined || value === null) fail(`${path} must not be null`)
    checkValue(value, type.slice(0, -1), path)
    return
  }
  if (value === undefined || value === null) return
  if (type.startsWith("[")) {
    if (!Array.isArray(value)) return fail(`${path} must be a list`)
    value.forEach((item, at) => checkValue(item, type.slice(1, -1), `${path}.${at}`))
    return
  }
  const input = inputs[type]
  if (input !== undefined) {
    const given = value as Record<string, unknown>
    for (const name of Object.keys(given))
      if (input[name] === undefined) fail(`${path}.${name} is not in ${type}`)
    for (const [name, of] of Object.entries(input)) checkValue(given[name], of, `${path}.${name}`)
    return
  }
  const isFit =
    enums[type] === undefined ? (scalars[type]?.(value) ?? false) : enums[type].includes(value as string)
  if (!isFit) fail(`${path} is not a ${type}`)
}

const checkSelected = (schema: Schema, parent: string, field: Selected, { variables }: Document): void => {
  const known = schema[parent]?.[field.name]
  if (known === undefined) return fail(`Cannot query field "${field.name}" on type "${parent}"`)
  const [type, expected = {}] = known
  for (const [name, of] of Object.entries(expected))
    if (of.endsWith("!") && field.args[name] === undefined)
      fail(`Argument "${name}" of "${field.name}" is missing`)
  for (const [name, given] of Object.entries(field.args)) {
    const of = expected[name] ?? fail(`Unknown argument "${name}" of "${field.name}"`)
    if ("value" in given) checkValue(given.value, of, name)
    else if (
      variables[given.variable]?.replace(/!$/, "") !== of.replace(/!$/, "") ||
      (of.endsWith("!") && !variables[given.variable]!.endsWith("!"))
    )
      fail(`Variable "$${given.variable}" of type ${variables[given.variable]} is used as ${of}`)
  }
  const isObject = schema[type] !== undefined
  if (isObject !== field.inside.length > 0)
    fail(`Field "${field.name}" must ${isObject ? "" : "not "}have a selection`)
  for (const inside of field.inside) checkSelected(schema, type, inside, { variables } as Document)
}

const introspection: Schema = {
  Type: { name: ["String"], fields: ["TypeField", { includeDeprecated: "Boolean" }] },
  TypeField: { name: ["String"] }
}

/** Throws if the document does not match the schema. A real server would reject such a document. */
export const checkDocument = (
  schema: Schema,
  document: Document,
  values: Readonly<Record<string, unknown>>
) => {
  const withTypes: Schema = {
    ...schema,
    ...introspection,
    Query: { ...schema["Query"], __type: ["Type", { name: "String!" }] }
  }
  for (const field of document.selected) checkSelected(withTypes, document.operation, field, document)
  for (const [name, type] of Object.entries(document.variables)) checkValue(values[name], type, `$${name}`)
  for (const name of Object.keys(values))
    if (document.variables[name] === undefined) fail(`Variable "$${name}" is not declared`)
}
