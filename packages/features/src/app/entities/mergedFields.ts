import { pictureField } from "../../catalog/related/picture.ts"
import type { FieldValue } from "../../catalog/related/events.ts"

interface Known {
  readonly id: string
  readonly fields: Readonly<Record<string, FieldValue>>
}

const isEmpty = (value: FieldValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0)
const isList = (value: FieldValue | undefined): value is ReadonlyArray<string> => Array.isArray(value)
const isRecord = (value: FieldValue | undefined): value is Readonly<Record<string, string | number>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Combines two values. Lists and maps are merged. For other fields, the first non-empty value is used. */
const join = (one: FieldValue | undefined, other: FieldValue | undefined): FieldValue => {
  if (isList(one) && isList(other)) return [...new Set([...one, ...other])]
  if (isRecord(one) && isRecord(other)) return { ...other, ...one }
  return (isEmpty(one) ? other : one) ?? null
}

/** Returns true for the picture, which is stored as a map but must not be merged. */
const isWhole = (name: string): boolean => name === pictureField
const first = (one: FieldValue, other: FieldValue | undefined): FieldValue =>
  (isEmpty(one) ? other : one) ?? null

/** Returns the fields of the target after a merge. `chosen` maps a field to the entity whose value is used. */
export const mergedFields = (
  target: Known,
  others: ReadonlyArray<Known>,
  chosen: Readonly<Record<string, string>>
): Readonly<Record<string, FieldValue>> => {
  const all = [target, ...others]
  const names = new Set(all.flatMap(({ fields }) => Object.keys(fields)))
  return Object.fromEntries(
    [...names].map((name) => {
      const id = chosen[name]
      if (id !== undefined) return [name, all.find((one) => one.id === id)?.fields[name] ?? null]
      // Keep the target's flags, because a flag is a decision about a single entity.
      if (typeof target.fields[name] === "boolean") return [name, target.fields[name]]
      const joined = isWhole(name) ? first : join
      return [name, all.reduce<FieldValue>((known, { fields }) => joined(known, fields[name]), null)]
    })
  )
}
