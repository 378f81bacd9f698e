import type { Field, FieldTable } from "../Field.ts"
import { hasOperator } from "../Operator.ts"
import { exampleValues } from "../values/scalars.ts"
import { parseQuery } from "./parse.ts"
import type { Slot } from "./Value.ts"

export interface Offer {
  readonly kind: "field" | "flag" | "value" | "keyword"
  /** The text to insert in place of the range from `from` to `to` of the completion. */
  readonly text: string
  readonly label: string
}

export interface Completion {
  /** Offset in UTF-16 code units, as is `to`. */
  readonly from: number
  readonly to: number
  readonly offers: ReadonlyArray<Offer>
  /**
   * The field whose values are expected at the cursor. If the field refers to entities, the caller
   * must request matching entity names from the server.
   */
  readonly field?: Field
}

const mostOffers = 50

/** Returns the offers that match the text: first names that begin with the text, then names that contain it. */
const narrowed = (offers: ReadonlyArray<Offer>, typed: string): ReadonlyArray<Offer> => {
  const lower = typed.toLowerCase()
  const rank = ({ label, text }: Offer) =>
    text.toLowerCase().startsWith(lower) || label.toLowerCase().startsWith(lower)
      ? 0
      : text.toLowerCase().includes(lower) || label.toLowerCase().includes(lower)
        ? 1
        : 2
  return [0, 1].flatMap((wanted) => offers.filter((offer) => rank(offer) === wanted)).slice(0, mostOffers)
}

const fieldOffers = (fields: FieldTable): ReadonlyArray<Offer> => [
  ...fields.fields.map(({ label, text }): Offer => ({ kind: "field", text: `${text}:`, label })),
  ...fields.flags.map((flag): Offer => {
    const { field, value } = fields.flag(flag)!
    return { kind: "flag", text: flag, label: value ? field.label : `Not ${field.label.toLowerCase()}` }
  })
]

const keywords: ReadonlyArray<Offer> = ["OR", "NOT"].map((text) => ({ kind: "keyword", text, label: text }))

const flagOffers = (fields: FieldTable, prefix: string): ReadonlyArray<Offer> => [
  ...fields.flags
    .filter((flag) => flag.startsWith(`${prefix}:`))
    .map((flag): Offer => ({
      kind: "flag",
      text: flag.slice(prefix.length + 1),
      label: fields.flag(flag)!.field.label
    })),
  ...(prefix === "is" ? [] : fields.fields)
    .filter((field) => hasOperator(field.type, "is_null"))
    .map(({ label, text }): Offer => ({ kind: "field", text, label }))
]

/** Returns the possible completions at the cursor. `cursor` is an offset in UTF-16 code units. */
export const complete = (text: string, cursor: number, fields: FieldTable): Completion => {
  const { slots } = parseQuery(text, fields, { mode: "rule" })
  // The slot of a relation contains other slots, so the smallest slot at the cursor is used.
  const slot = slots
    .filter(({ from, to }) => from <= cursor && cursor <= to)
    .reduce<Slot | undefined>(
      (best, each) => (best !== undefined && best.to - best.from < each.to - each.from ? best : each),
      undefined
    )
  const inner = (slot?.path ?? []).reduce((table, name) => {
    const type = table.find(name)?.type
    return (type?.name === "ref" ? type.fields?.() : undefined) ?? table
  }, fields)
  if (slot === undefined || slot.kind === "nested")
    return { from: cursor, to: cursor, offers: [...fieldOffers(inner), ...keywords].slice(0, mostOffers) }

  // In a list or after a minus sign, the completion replaces only the part at the cursor.
  const before = text.slice(slot.from, cursor)
  const from = slot.from + before.length - /[^\s(),"]*$/.exec(before)![0].length
  const to = cursor + /^[^\s(),"]*/.exec(text.slice(cursor, slot.to))![0].length
  const typed = text.slice(from, cursor)
  if (slot.kind === "word") return { from, to, offers: narrowed([...fieldOffers(inner), ...keywords], typed) }
  if (slot.kind === "flag")
    return { from, to, offers: narrowed(flagOffers(inner, slot.name!.toLowerCase()), typed) }
  if (slot.kind === "sort") {
    const sign = typed.startsWith("-") ? 1 : 0
    const offers = inner.fields
      .filter(({ sortable }) => sortable)
      .map(({ label, text: name }): Offer => ({ kind: "field", text: name, label }))
    return { from: from + sign, to, offers: narrowed(offers, typed.slice(sign)) }
  }
  const field = inner.find(slot.name!)
  const values = field === undefined ? [] : exampleValues(field.type)
  const offers = values.map((value): Offer => ({ kind: "value", text: value, label: value }))
  return { from, to, offers: narrowed(offers, typed), ...(field === undefined ? {} : { field }) }
}
