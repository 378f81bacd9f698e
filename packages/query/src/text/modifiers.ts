import type { FieldTable } from "../Field.ts"
import type { Limit, Sort } from "../Tree.ts"
import type { Reporter } from "./Reporter.ts"
import { closest } from "./suggest.ts"
import type { TextSpan } from "./Value.ts"

const mostSorts = 8

/** Parses the text after `sort:`, such as `-rating,title`. */
export const parseSort = (
  fields: FieldTable,
  text: string,
  span: TextSpan,
  report: Reporter["report"]
): ReadonlyArray<Sort> | undefined => {
  const sortable = fields.fields.filter((field) => field.sortable).map((field) => field.text)
  if (text === "") {
    report(span, 'A field name is missing after "sort:".', sortable)
    return undefined
  }
  let from = span.from
  const sorts: Array<Sort> = []
  for (const part of text.split(",", mostSorts + 1)) {
    const isDescending = part.startsWith("-")
    const name = isDescending ? part.slice(1) : part
    const field = fields.find(name)
    const at = { from, to: from + part.length }
    from = at.to + 1
    if (sorts.length === mostSorts) {
      report(at, `A list can be sorted by at most ${mostSorts} fields.`)
    } else if (field === undefined || !field.sortable) {
      const suggestion = closest(name, sortable)
      const what = field === undefined ? `Unknown field "${name}".` : `A list cannot be sorted by "${name}".`
      report(
        at,
        `${what}${suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`}`,
        sortable,
        suggestion
      )
    } else if (sorts.some((sort) => sort.field === field.name)) {
      report(at, `The list is already sorted by "${name}".`)
    } else sorts.push({ field: field.name, direction: isDescending ? "desc" : "asc" })
  }
  return sorts
}

/** Parses the text after `limit:`, such as `20` or `10%`. */
export const parseLimit = (text: string, span: TextSpan, report: Reporter["report"]): Limit | undefined => {
  const [, digits, percent] = /^(\d{1,7})(%?)$/.exec(text) ?? []
  const amount = Number(digits)
  if (digits === undefined || amount === 0 || (percent === "%" && amount > 100)) {
    report(span, '"limit:" takes a number such as 20, or a percentage such as 10%.', ["20", "10%"])
    return undefined
  }
  return { amount, unit: percent === "%" ? "percent" : "items" }
}
