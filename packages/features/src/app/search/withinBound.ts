import { conditionsIn, type Node } from "@media/query/Tree"
import type * as Effect from "effect/Effect"
import { bounded } from "../../catalog/filters/bounded.ts"

/** Limits the statements of a search to the same two seconds as those of a list, in one transaction. */
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
