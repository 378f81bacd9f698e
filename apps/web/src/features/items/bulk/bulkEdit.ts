import type { FieldChange, FieldValues } from "@media/features/app/bulk/contract"

/** The change to a list entry: none, add it to all items, or remove it from all. */
export type ChipState = "leave" | "add" | "remove"

export interface Chip {
  readonly name: string
  /** The number of items that have the entry now. */
  readonly count: number
  readonly state: ChipState
}

/** The present entries of a list as chips that change nothing. */
export const chipsOf = ({ values }: Pick<FieldValues, "values">): ReadonlyArray<Chip> =>
  values.map(({ count, value }) => ({ name: String(value), count, state: "leave" }))

/** Cycles through leave, add to all, and remove from all. An entry that all items have can only be removed. */
export const pressed = ({ count, name, state }: Chip, matched: number): Chip | undefined => {
  if (count === 0) return undefined
  const next = { leave: count < matched ? "add" : "remove", add: "remove", remove: "leave" } as const
  return { name, count, state: next[state] }
}

/** With a replacement, the other entries are lost: a chip switches between kept and lost. */
export const pressedInReplacement = (chip: Chip): Chip | undefined =>
  chip.count === 0 ? undefined : { ...chip, state: chip.state === "add" ? "leave" : "add" }

/** True for an entry that no item has after the change. */
export const isLost = ({ state }: Chip, isReplacing: boolean): boolean =>
  isReplacing ? state !== "add" : state === "remove"

const isNamed =
  (name: string) =>
  (chip: Chip): boolean =>
    chip.name.localeCompare(name, undefined, { sensitivity: "base" }) === 0

/** Adds a typed name; uses the existing chip of that name if there is one. */
export const withTyped = (chips: ReadonlyArray<Chip>, text: string): ReadonlyArray<Chip> => {
  const name = text.trim()
  if (name === "") return chips
  return chips.some(isNamed(name))
    ? chips.map((chip) => (isNamed(name)(chip) ? { ...chip, state: "add" } : chip))
    : [...chips, { name, count: 0, state: "add" }]
}

/** The change of a list in the form that the server accepts; undefined if nothing changes. */
export const listChange = (chips: ReadonlyArray<Chip>, isReplacing: boolean): FieldChange | undefined => {
  const named = (state: ChipState) => chips.filter((chip) => chip.state === state).map(({ name }) => name)
  const [add, remove] = [named("add"), named("remove")]
  if (isReplacing) return { replace: add }
  if (add.length + remove.length === 0) return undefined
  return { ...(add.length === 0 ? {} : { add }), ...(remove.length === 0 ? {} : { remove }) }
}

/** The change of a field that has one value per item. */
export interface ScalarChange {
  readonly way: "keep" | "set" | "clear" | "unlock"
  /** The text of its input; `yes` or `no` for a switch. */
  readonly text: string
}
export const unchanged: ScalarChange = { way: "keep", text: "" }

/** The change of such a field in the form that the server accepts; undefined if nothing changes. */
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

/** The present values that the change of such a field replaces or removes, with the number of items that have each. */
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
