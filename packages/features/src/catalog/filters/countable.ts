import type { Field } from "@media/query/Field"
import type { SqlSource } from "./sources.ts"

/**
 * Fields whose values are not counted. Most of these fields have almost as many values as items, and `audioLanguage`
 * would require reading the probe results of all videos.
 */
const uncounted = new Set(["title", "details", "path", "audioLanguage"])

/** Returns true if the values of a field can be counted. */
export const isCountable = ({ name, source, type }: Field<SqlSource>): boolean => {
  switch (type.name) {
    case "oneOf":
    case "boolean":
      return true
    case "ref":
      return source.from === "relation" || source.from === "entities"
    case "date":
      return source.from === "item"
    case "text":
      return (source.from === "texts" || source.from === "facts") && !uncounted.has(name)
    case "number":
      return source.from === "facts"
    default:
      return false
  }
}
