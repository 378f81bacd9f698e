import * as Schema from "effect/Schema"

/** One key of an order. */
export interface SortStep<Name extends string = string> {
  readonly sort: Name
  readonly order: "asc" | "desc"
}

/** Maximum number of sort keys of one list. */
const mostKeys = 8

/** Names of these orders in the text form of a query. */
export const orderAliases = { added: "createdAt", played: "lastPlayedAt", taken: "takenAt" } as const

const nameOf = (name: string): string =>
  Object.hasOwn(orderAliases, name) ? orderAliases[name as keyof typeof orderAliases] : name

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
    Schema.filter((text) => readSortText(text)?.every(({ sort }) => orders.includes(sort)) === true, {
      message: () => `must be up to ${mostKeys} of ${orders.join(", ")}, such as title:asc,-createdAt`
    }),
    Schema.brand("SortText"),
    Schema.annotations({
      description: "Several orders, each with its direction: `title:asc,added:desc` or `title,-added`"
    })
  )
export type SortText = ReturnType<typeof SortText>["Type"]
