import { spend } from "@media/kernel/CpuBudget"
import { MOST_SUB_PATHS } from "../limits.ts"
import { type Json, jsonArray, jsonNumber, jsonObject, parsedJson } from "./Json.ts"
import { keyMatches, keyOf } from "./key.ts"
import { isModifier, modify } from "./modifiers.ts"
import { type Query, queryHolds, queryOf } from "./query.ts"
import { afterBrackets, scanTo } from "./scan.ts"

const MODIFIER = /^@([^.|:]*)/
const ARRAY = /^#(?![^.|([])/

/** Returns the end of the first key: the position of the first unescaped dot or pipe, or the end of the path. */
const endOfKey = (path: string): number => {
  let end = 0
  while (end < path.length && path[end] !== "." && path[end] !== "|") end += path[end] === "\\" ? 2 : 1
  return Math.min(end, path.length)
}

/**
 * Applies the rest of the path to the result of the previous step. The rest is empty, or begins with a dot or a pipe.
 */
const onward = (json: Json | undefined, rest: string): Json | undefined => {
  if (json === undefined || rest === "") return json
  return rest.startsWith(".") || rest.startsWith("|") ? select(json, rest.slice(1)) : undefined
}

/** Applies the path after `#.` to each element. That path ends at the first pipe outside brackets. */
const each = (items: ReadonlyArray<Json>, rest: string): Json | undefined => {
  const pipe = scanTo(rest, 0, (letter) => letter === "|")
  const own = rest.slice(1, pipe)
  const found = items.flatMap((item) => select(item, own) ?? [])
  return onward(jsonArray(found), rest.slice(pipe))
}

const matching = (items: ReadonlyArray<Json>, query: Query): ReadonlyArray<Json> =>
  items.filter((item) => queryHolds(query, query.path === "" ? item : select(item, query.path)))

const ofArray = (json: Json, path: string): Json | undefined => {
  const items = json.is === "array" ? json.items : undefined
  if (path.startsWith("#(") || path.startsWith("#[")) {
    const end = afterBrackets(path, 1)
    const query = end === undefined ? undefined : queryOf(path.slice(2, end - 1))
    if (items === undefined || end === undefined || query === undefined) return undefined
    const found = matching(items, query)
    if (path[end] !== "#") return onward(found[0], path.slice(end))
    const rest = path.slice(end + 1)
    return rest.startsWith(".") ? each(found, rest) : onward(jsonArray(found), rest)
  }
  if (items === undefined) return undefined
  const rest = path.slice(1)
  return rest.startsWith(".") ? each(items, rest) : onward(jsonNumber(items.length), rest)
}

const ofKey = (json: Json, path: string): Json | undefined => {
  const end = endOfKey(path)
  const key = path.slice(0, end)
  const rest = path.slice(end)
  if (json.is === "array") return onward(/^\d{1,9}$/.test(key) ? json.items[Number(key)] : undefined, rest)
  if (json.is !== "object") return undefined
  const wanted = keyOf(key)
  return onward(json.entries.find((entry) => keyMatches(wanted, entry.key))?.value, rest)
}

/** Returns the name of a path in a multipath: the last key if it is a plain word, otherwise `_`. */
const nameOf = (path: string): string => {
  const last = /[^.|]*$/.exec(path)![0]
  return /^[\w -]*$/.test(last) && last !== "" ? last : "_"
}

/** Builds an object for `{a,"name":b.c}`, or an array for `[a,b.c]`. Omits paths that do not exist. */
const ofPaths = (json: Json, inside: string, isObject: boolean): Json => {
  const entries: Array<{ key: string; value: Json }> = []
  let at = 0
  for (let count = 0; at < inside.length && count < MOST_SUB_PATHS; count++) {
    const end = scanTo(inside, at, (letter) => letter === ",")
    const text = inside.slice(at, end).trim()
    const colon = text.startsWith("@") ? text.length : scanTo(text, 0, (letter) => letter === ":")
    const isNamed = isObject && colon < text.length && !text.slice(0, colon).includes("@")
    const path = isNamed ? text.slice(colon + 1) : text
    const value = select(json, path)
    const written = isNamed ? text.slice(0, colon).trim() : nameOf(path)
    const quoted = written.startsWith('"') ? parsedJson(written) : undefined
    if (value !== undefined) entries.push({ key: quoted?.is === "string" ? quoted.text : written, value })
    at = end + 1
  }
  return isObject ? jsonObject(entries) : jsonArray(entries.map(({ value }) => value))
}

/** Applies a modifier `@name` or `@name:argument`. The argument may be JSON. */
const ofModifier = (json: Json, name: string, rest: string): Json | undefined => {
  if (!rest.startsWith(":")) return onward(modify(name, "", json), rest)
  const end = scanTo(rest, 1, (letter) => letter === "|" || letter === ".")
  return onward(modify(name, rest.slice(1, end), json), rest.slice(end))
}

/**
 * Returns the value that a GJSON path selects, or undefined. See https://github.com/tidwall/gjson for the notation,
 * which scrapers use.
 */
export const select = (json: Json, path: string): Json | undefined => {
  spend()
  if (path === "") return undefined
  const modifier = MODIFIER.exec(path)?.[1]
  if (modifier !== undefined && isModifier(modifier))
    return ofModifier(json, modifier, path.slice(modifier.length + 1))
  if (path.startsWith("!")) {
    const end = scanTo(path, 1, (letter) => letter === "|" || letter === ",")
    return onward(parsedJson(path.slice(1, end)), path.slice(end))
  }
  if (path.startsWith("..")) return select(jsonArray([json]), path.slice(2))
  if (path.startsWith("{") || path.startsWith("[")) {
    const end = afterBrackets(path, 0)
    if (end === undefined) return undefined
    return onward(ofPaths(json, path.slice(1, end - 1), path.startsWith("{")), path.slice(end))
  }
  return ARRAY.test(path) ? ofArray(json, path) : ofKey(json, path)
}
