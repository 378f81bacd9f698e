import { elementOf, fieldOf, type PartValue } from "@media/event-store/Undo"

type Shown = string | number | boolean | null

const isRecord = (value: PartValue): value is { readonly [key: string]: PartValue | undefined } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const relations = ["performer", "studio", "tag"]

/** The id of the entity in the value of a relation. */
export const relatedIdOf = (value: PartValue): string | undefined => {
  const to = isRecord(value) ? value["to"] : undefined
  return typeof to === "string" ? to : undefined
}

/**
 * True for a relation or parent that is hidden from the caller. Locks count too, because they contain names of entities
 * that may be hidden and add nothing to the relations.
 */
export const isSecretPart = (part: string, names: ReadonlyMap<string, string>): boolean => {
  if (fieldOf(part) === "lock") return true
  const id = elementOf(part)
  return id !== undefined && [...relations, "parent"].includes(fieldOf(part)) && !names.has(id)
}

/** True for an event that only locks fields changed by another event of its batch. */
export const isLockAlone = (parts: ReadonlyArray<string>): boolean =>
  parts.length > 0 && parts.every((part) => fieldOf(part) === "lock")

/** The value of a part on one line. Entities are shown by name, or null if the caller does not see them. */
export const shownValue = (value: PartValue, names: ReadonlyMap<string, string>): Shown => {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return typeof value === "string" && value.length > 300 ? `${value.slice(0, 299)}…`.toWellFormed() : value
  if (!isRecord(value)) return value.map((each) => String(shownValue(each, names) ?? "")).join(", ")
  const related = relatedIdOf(value)
  if (related !== undefined) return names.get(related) ?? null
  const { isWatched, name, title } = value
  for (const each of [title, name]) if (typeof each === "string") return shownValue(each, names)
  return typeof isWatched === "boolean"
    ? isWatched
    : Object.entries(value)
        .map(([key, each]) => `${key}: ${String(shownValue(each ?? null, names) ?? "")}`)
        .join(", ")
}
