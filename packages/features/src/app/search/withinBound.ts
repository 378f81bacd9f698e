import { conditionsIn, type Node } from "@media/query/Tree"
import type * as Effect from "effect/Effect"
import { bounded } from "../../catalog/filters/bounded.ts"

/** Runs a search in one transaction with the time limit of a list, which is two seconds. */
export const withinBound = <A, E, R>(where: Node | undefined, work: Effect.Effect<A, E, R>) =>
  bounded(
    {
      costs: (where === undefined ? [] : conditionsIn(where)).map(({ condition }) => ({
        field: condition.field,
        cost: "computed" as const
      }))
    },
    work
  )
