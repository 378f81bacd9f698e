import { type Json, jsonArray, jsonObject, jsonText, parsedJson, textOf } from "./Json.ts"

type Modifier = (json: Json, argument: string) => Json | undefined

/** True if the argument is a JSON object in which this option is `true`. */
const has = (argument: string, option: string): boolean => {
  const options = argument === "" ? undefined : parsedJson(argument)
  return (
    options?.is === "object" &&
    options.entries.some(({ key, value }) => key === option && value.is === "true")
  )
}

const flattened = (items: ReadonlyArray<Json>, isDeep: boolean): ReadonlyArray<Json> =>
  items.flatMap((item) =>
    item.is === "array" ? (isDeep ? flattened(item.items, true) : item.items) : [item]
  )

const reversed: Modifier = (json) => {
  if (json.is === "array") return jsonArray(json.items.toReversed())
  return json.is === "object" ? jsonObject(json.entries.toReversed()) : json
}

const joined: Modifier = (json, argument) => {
  if (json.is !== "array") return json
  const entries: Array<{ key: string; value: Json }> = []
  const indexes = new Map<string, number>()
  const keepsDuplicates = has(argument, "preserve")
  for (const item of json.items) {
    if (item.is !== "object") continue
    for (const entry of item.entries) {
      const index = indexes.get(entry.key)
      if (keepsDuplicates || index === undefined) {
        indexes.set(entry.key, entries.length)
        entries.push(entry)
      } else entries[index] = entry
    }
  }
  return jsonObject(entries)
}

/** Converts `{"a": [1, 2], "b": [3, 4]}` to `[{"a": 1, "b": 3}, {"a": 2, "b": 4}]`. */
const grouped: Modifier = (json) => {
  if (json.is !== "object") return undefined
  const rows: Array<Array<{ key: string; value: Json }>> = []
  for (const { key, value } of json.entries)
    if (value.is === "array") value.items.forEach((item, at) => (rows[at] ??= []).push({ key, value: item }))
  return jsonArray(rows.map(jsonObject))
}

const ugly = (json: Json): Json => {
  if (json.is === "array") return jsonArray(json.items.map(ugly))
  if (json.is === "object")
    return jsonObject(json.entries.map(({ key, value }) => ({ key, value: ugly(value) })))
  return json
}

const indented = (json: Json, indent: string): string => {
  const inner = `${indent}  `
  const block = (open: string, lines: ReadonlyArray<string>, close: string) =>
    lines.length === 0 ? open + close : `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`
  if (json.is === "array")
    return block(
      "[",
      json.items.map((item) => indented(item, inner)),
      "]"
    )
  if (json.is === "object")
    return block(
      "{",
      json.entries.map(({ key, value }) => `${JSON.stringify(key)}: ${indented(value, inner)}`),
      "}"
    )
  return json.raw
}

const modifiers: Readonly<Record<string, Modifier>> = {
  this: (json) => json,
  valid: (json) => json,
  ugly,
  pretty: (json) =>
    json.is === "array" || json.is === "object" ? { ...json, raw: `${indented(json, "")}\n` } : json,
  reverse: reversed,
  flatten: (json, argument) =>
    json.is === "array" ? jsonArray(flattened(json.items, has(argument, "deep"))) : json,
  join: joined,
  keys: (json) => {
    if (json.is === "object") return jsonArray(json.entries.map(({ key }) => jsonText(key)))
    return jsonArray(json.is === "array" ? json.items.map(() => ({ is: "null", raw: "null" })) : [])
  },
  values: (json) => {
    if (json.is === "array") return json
    return jsonArray(json.is === "object" ? json.entries.map(({ value }) => value) : [json])
  },
  tostr: (json) => jsonText(json.raw),
  fromstr: (json) => parsedJson(textOf(json)),
  group: grouped
}

/** True for the name of a known modifier. A key such as `@type` is not a modifier. */
export const isModifier = (name: string): boolean => Object.hasOwn(modifiers, name)

export const modify = (name: string, argument: string, json: Json): Json | undefined =>
  modifiers[name]!(json, argument)
