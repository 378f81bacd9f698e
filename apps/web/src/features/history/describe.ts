import type { HistoryEntry } from "@media/features/app/history/contract"
import { translate } from "@/lib/messages"
import { fields } from "./fields"

export type Entry = typeof HistoryEntry.Type
type Value = Entry["changes"][number]["to"]

/**
 * Splits the sentence into the parts before and after the target. The second part is undefined if there is no
 * target.
 */
export const partsOf = ({ sentence }: Entry): readonly [string, string | undefined] => {
  const [before = "", after] = sentence.split("{target}")
  return [before, after]
}

const nameOf = (field: string): string | undefined =>
  field in fields.texts ? translate(fields, field as "title") : undefined

const textOf = (value: Value): string => {
  if (value === null || value === "") return translate(fields, "nothing")
  if (typeof value === "boolean") return translate(fields, value ? "yes" : "no")
  return String(value)
}

/** Formats a value for display. Null and the empty string become "nothing". */
export const valueText = textOf
/** Returns the display name of a field, or its internal name if it has none. */
export const fieldName = (field: string): string => nameOf(field) ?? field

/** Returns a text with the old and new value for each changed field. Fields without a display name are omitted. */
export const changeTexts = (changes: Entry["changes"]): ReadonlyArray<string> =>
  changes.flatMap(({ field, from, to }) => {
    if (field === "isLast") return to === true ? [translate(fields, "isLast")] : []
    const name = nameOf(field)
    if (name === undefined || (from === null && to === null)) return []
    if (to === null) return [translate(fields, "removed", { field: name, from: textOf(from) })]
    return from === null
      ? [translate(fields, "set", { field: name, to: textOf(to) })]
      : [translate(fields, "changed", { field: name, from: textOf(from), to: textOf(to) })]
  })
