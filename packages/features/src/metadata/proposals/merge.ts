import { isSameJson } from "@media/kernel/Json"
import type { FieldMode } from "./decision.ts"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0)

/**
 * Combines the current value of a field with a proposed value. Lists and maps are merged, and any other value is
 * replaced.
 */
export const united = (current: unknown, proposed: unknown): unknown => {
  if (Array.isArray(proposed) && Array.isArray(current)) {
    const lower = new Set(current.map((each) => String(each).toLowerCase()))
    return [...current, ...proposed.filter((each) => !lower.has(String(each).toLowerCase()))]
  }
  return isRecord(proposed) && isRecord(current) ? { ...current, ...proposed } : proposed
}

/** True if accepting the proposed value would not change the current value. */
export const isSameValue = (current: unknown, proposed: unknown): boolean =>
  isSameJson(united(current, proposed), current)

/**
 * Returns the new value of a field according to the mode, or undefined if the field should not change. Without a mode,
 * the result is the same as for `united`.
 */
export const byMode = (mode: FieldMode | undefined, current: unknown, proposed: unknown): unknown => {
  if (mode === "ignore") return undefined
  if (mode === "overwrite") return proposed
  const isList = Array.isArray(proposed) || isRecord(proposed)
  if (mode === "merge" && !isList && !isEmpty(current)) return undefined
  return united(current, proposed)
}
