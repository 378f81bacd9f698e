import * as Schema from "effect/Schema"
import { itemFieldTable } from "../filters/itemFields.ts"
import { computedOrders, isComputed } from "./sortKeys.ts"

/** One key of an order. */
export interface SortStep<Name extends string = string> {
  readonly sort: Name
  readonly order: "asc" | "desc"
}

/** Maximum number of sort keys of one list. */
const mostKeys = 8

/** The name of the field of which this is another name, such as `added` of `createdAt`. */
const nameOf = (name: string): string => {
  const field = itemFieldTable().find(name)
  return field?.sortable === true && field.aliases.includes(name) ? field.name : name
}

/** `title:asc,added:desc` or `-added`: the direction is a prefix or a suffix, and ascending if absent. */
export const readSortText = (text: string): ReadonlyArray<SortStep> | undefined => {
  const parts = text.split(",", mostKeys + 1)
  const steps = parts.flatMap((part): ReadonlyArray<SortStep> => {
    const [, minus, name, direction] = /^(-?)(\w{1,40})(?::(asc|desc))?$/.exec(part) ?? []
    if (name === undefined || (minus === "-" && direction !== undefined)) return []
    return [{ sort: nameOf(name), order: minus === "-" || direction === "desc" ? "desc" : "asc" }]
  })
  const isWhole = steps.length === parts.length && parts.length <= mostKeys
  return isWhole && new Set(steps.map(({ sort }) => sort)).size === steps.length ? steps : undefined
}

/** Several orders of a list, or one with its direction. */
export const SortText = (orders: ReadonlyArray<string>) =>
  Schema.String.pipe(
    Schema.filter(
      (text) => readSortText(text)?.every(({ sort }) => orders.includes(sort) || isComputed(sort)) === true,
      {
        message: () =>
          `must be up to ${mostKeys} of ${[...orders, ...computedOrders()].join(", ")}, such as title:asc,-createdAt`
      }
    ),
    Schema.brand("SortText"),
    Schema.annotations({
      description: "Several orders, each with its direction: `title:asc,added:desc` or `title,-added`"
    })
  )
export type SortText = ReturnType<typeof SortText>["Type"]
