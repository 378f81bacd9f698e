import * as SqlClient from "@effect/sql/SqlClient"
import { conditionsIn, type Node } from "@media/query/Tree"
import * as Effect from "effect/Effect"
import { bounded } from "../../catalog/items/asked.ts"

/** Gives the statements of a search the same two seconds as those of a list, in one transaction. */
export const withinBound = <A, E, R>(where: Node | undefined, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    bounded(
      {
        where: sql.literal("true"),
        isNarrow: false,
        costs:
          where === undefined
            ? []
            : conditionsIn(where).map(({ condition }) => ({
                field: condition.field,
                cost: "computed" as const
              }))
      },
      work
    )
  )
