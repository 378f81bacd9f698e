import * as Schema from "effect/Schema"
import { itemFieldTable } from "../filters/itemFields.ts"
import { computedOrders, isComputed } from "./sortKeys.ts"

/** One sort key with its direction. */
export interface SortStep<Name extends string = string> {
  readonly sort: Name
  readonly order: "asc" | "desc"
}

/** Maximum number of sort keys of one list. */
const mostKeys = 8

/** Resolves an alias of a sortable field, such as `added` for `createdAt`. */
const nameOf = (name: string): string => {
  const field = itemFieldTable().find(name)
  return field?.sortable === true && field.aliases.includes(name) ? field.name : name
}

/**
 * Parses a sort order such as `title:asc,added:desc` or `-added`. The default direction is ascending. Returns undefined
 * if the text is invalid or repeats a key.
 */
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

/**
 * Returns the schema of a sort order such as `title:asc,-added`, for a list with these named sort orders. The keys may
 * also be sortable fields without an index.
 */
export const SortText = (orders: ReadonlyArray<string>) =>
  Schema.String.pipe(
    Schema.filter(
      (text) => readSortText(text)?.every(({ sort }) => orders.includes(sort) || isComputed(sort)) === true,
      {
        message: () =>
          `must contain at most ${mostKeys} of these sort keys: ${[...orders, ...computedOrders()].join(", ")}. Example: title:asc,-createdAt`
      }
    ),
    Schema.brand("SortText"),
    Schema.annotations({
      description:
        "One or more sort keys, each with a direction, such as `title:asc,added:desc` or `title,-added`"
    })
  )
export type SortText = ReturnType<typeof SortText>["Type"]
