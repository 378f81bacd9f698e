import { relationNames } from "../../catalog/relations/relations.ts"
import { elementOf, fieldOf, type PartValue } from "@media/event-store/Undo"

type Shown = string | number | boolean | null

const isRecord = (value: PartValue): value is { readonly [key: string]: PartValue | undefined } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the id of the entity in the value of a relation, or undefined for other values. */
export const relatedIdOf = (value: PartValue): string | undefined => {
  const to = isRecord(value) ? value["to"] : undefined
  return typeof to === "string" ? to : undefined
}

/**
 * Returns true if a changed value, named by `part`, must be hidden from the caller: a relation to a hidden entity, or a
 * hidden parent. `names` contains the visible entities. Locks are always hidden, because they may contain names of
 * hidden entities and only repeat the relations.
 */
export const isSecretPart = (part: string, names: ReadonlyMap<string, string>): boolean => {
  if (fieldOf(part) === "lock") return true
  const id = elementOf(part)
  return id !== undefined && [...relationNames, "parent"].includes(fieldOf(part)) && !names.has(id)
}

/** Returns true if an event only locks fields. A different event of its batch contains the change itself. */
export const isLockAlone = (parts: ReadonlyArray<string>): boolean =>
  parts.length > 0 && parts.every((part) => fieldOf(part) === "lock")

/**
 * Returns a changed value as a single line of text. An entity is shown by its name, or as null if the entity is hidden
 * from the caller.
 */
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
