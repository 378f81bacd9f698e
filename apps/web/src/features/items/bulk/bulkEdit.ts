import type { FieldChange, FieldValues } from "@media/features/app/bulk/contract"

/** The action for a value of a list field: leave it as it is, add it to all items, or remove it from all items. */
export type ChipState = "leave" | "add" | "remove"

export interface Chip {
  readonly name: string
  /** The number of items that currently have the entry. */
  readonly count: number
  readonly state: ChipState
}

/** Returns a chip for each current value of a list field. Initially, the chips change nothing. */
export const chipsOf = ({ values }: Pick<FieldValues, "values">): ReadonlyArray<Chip> =>
  values.map(({ count, value }) => ({ name: String(value), count, state: "leave" }))

/**
 * Returns the state of a chip after a click. Clicks cycle through leave, add and remove, or only leave and remove if
 * all items already have the value. Returns undefined to remove the chip, if no item has the value yet.
 */
export const pressed = ({ count, name, state }: Chip, matched: number): Chip | undefined => {
  if (count === 0) return undefined
  const next = { leave: count < matched ? "add" : "remove", add: "remove", remove: "leave" } as const
  return { name, count, state: next[state] }
}

/** Like `pressed`, for a list that is being replaced: a click switches between keeping and removing the value. */
export const pressedInReplacement = (chip: Chip): Chip | undefined =>
  chip.count === 0 ? undefined : { ...chip, state: chip.state === "add" ? "leave" : "add" }

/** True if the change removes the value from all items. */
export const isLost = ({ state }: Chip, isReplacing: boolean): boolean =>
  isReplacing ? state !== "add" : state === "remove"

const isNamed =
  (name: string) =>
  (chip: Chip): boolean =>
    chip.name.localeCompare(name, undefined, { sensitivity: "base" }) === 0

/** Selects the chip with the typed name, or adds a chip if there is none. Returns the new chips. */
export const withTyped = (chips: ReadonlyArray<Chip>, text: string): ReadonlyArray<Chip> => {
  const name = text.trim()
  if (name === "") return chips
  return chips.some(isNamed(name))
    ? chips.map((chip) => (isNamed(name)(chip) ? { ...chip, state: "add" } : chip))
    : [...chips, { name, count: 0, state: "add" }]
}

/** Returns the change to a list field in the form of the API, or undefined if the field stays the same. */
export const listChange = (chips: ReadonlyArray<Chip>, isReplacing: boolean): FieldChange | undefined => {
  const named = (state: ChipState) => chips.filter((chip) => chip.state === state).map(({ name }) => name)
  const [add, remove] = [named("add"), named("remove")]
  if (isReplacing) return { replace: add }
  if (add.length + remove.length === 0) return undefined
  return { ...(add.length === 0 ? {} : { add }), ...(remove.length === 0 ? {} : { remove }) }
}

/** A change to a field that has a single value per item. */
export interface ScalarChange {
  readonly way: "keep" | "set" | "clear" | "unlock"
  /** The text of the input, or `yes` or `no` for a switch. */
  readonly text: string
}
export const unchanged: ScalarChange = { way: "keep", text: "" }

/** Returns the change to a single-value field in the form of the API, or undefined if the field stays the same. */
export const scalarChange = (
  { type }: Pick<FieldValues, "type">,
  { text, way }: ScalarChange
): FieldChange | undefined => {
  if (way === "clear") return { clear: true }
  if (way === "unlock") return { unlock: true }
  const value = text.trim()
  if (way === "keep" || value === "") return undefined
  if (type === "boolean") return { set: value === "yes" }
  return { set: type === "number" || type === "rating" ? Number(value) : value }
}

/** Returns the current values that a change would overwrite or remove, and how many items have each of them. */
export const lostValues = (
  { values }: Pick<FieldValues, "values">,
  { text, way }: ScalarChange
): FieldValues["values"] => {
  const next = text.trim()
  if (way === "keep" || way === "unlock" || (way === "set" && next === "")) return []
  const written = (value: string | number | boolean): string =>
    typeof value === "boolean" ? (value ? "yes" : "no") : String(value)
  return values.filter(({ value }) => value !== null && (way === "clear" || written(value) !== next))
}
