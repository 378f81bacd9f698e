import { translate } from "@/lib/messages"
import { type Choice, type FilterField, fieldsOf } from "@/list/filterFields"
import { messages } from "./listMessages"

export type EntitySort = "name" | "count" | "lastUsed" | "rating" | "random"
/** The filter of a list of entities, as stored in the URL. */
export interface EntityFilter {
  readonly sort: EntitySort
  readonly order: "asc" | "desc"
  /** The search text: words in the name, and conditions such as `gender:female`. */
  readonly q?: string
  readonly favorite?: boolean
  readonly hasItems?: boolean
  readonly hasParent?: boolean
}
export const defaultFilter: EntityFilter = { sort: "name", order: "asc" }

const orders = [
  ["name.asc", "nameAsc"],
  ["name.desc", "nameDesc"],
  ["count.desc", "countDesc"],
  ["count.asc", "countAsc"],
  ["lastUsed.desc", "usedDesc"],
  ["lastUsed.asc", "usedAsc"],
  ["rating.desc", "ratingDesc"],
  ["rating.asc", "ratingAsc"],
  ["random.desc", "random"]
] as const
export const orderChoices = (): ReadonlyArray<Choice> =>
  orders.map(([value, label]) => ({ value, label: translate(messages, label) }))

/**
 * Returns the fields of the filter. For kinds with a hierarchy, they include an option to show only top-level entities.
 */
export const filterFields = (
  hierarchy: "flat" | "tree" | "graph"
): ReadonlyArray<FilterField<EntityFilter>> => {
  const fields = fieldsOf<EntityFilter>()
  const t = (
    key:
      "any" | "favorites" | "hierarchy" | "levelBelow" | "levelTop" | "search" | "used" | "usedNo" | "usedYes"
  ) => translate(messages, key)
  return [
    fields.text("q", t("search")),
    fields.yesNo("favorite", t("favorites"), { any: t("any"), yes: t("favorites") }),
    fields.yesNo("hasItems", t("used"), { any: t("any"), yes: t("usedYes"), no: t("usedNo") }),
    ...(hierarchy === "flat"
      ? []
      : [
          fields.yesNo("hasParent", t("hierarchy"), {
            any: t("any"),
            yes: t("levelBelow"),
            no: t("levelTop")
          })
        ])
  ]
}
