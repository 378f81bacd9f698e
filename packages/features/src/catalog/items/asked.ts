import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { isTimeout } from "@media/pg/errors"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { compile, type Compiled } from "../filters/compile.ts"
import { TooBroad } from "../filters/errors.ts"
import { itemFieldTable } from "../filters/itemFields.ts"
import { readQuery } from "../filters/readQuery.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { type ListFilter, wordOf } from "./matching.ts"
import { isSortKey } from "./sortKeys.ts"

/** How long the statements of a list with conditions of its own may take. */
const BOUND_MS = 2_000

type TextFilter = Pick<ListFilter, "q"> & Partial<Pick<ListFilter, "sort" | "order">>

/**
 * The filter of a list with its `q` read: words stay the words that they were, all other conditions are compiled, and a
 * `sort:` replaces the order of the list.
 */
export const asked = <Filter extends TextFilter>(principal: Principal, kind: ItemKind, filter: Filter) =>
  Effect.gen(function* () {
    if (filter.q === undefined) return filter as Filter & { readonly conditions?: Compiled }
    const fields = itemFieldTable()
    const { sort, where, words } = yield* readQuery(filter.q, fields)
    const sql = yield* SqlClient.SqlClient
    const options = {
      fields,
      kind,
      accountId: principal.accountId,
      clock: { now: yield* Clock.currentTimeMillis, zone: "UTC" },
      words: (phrase: string) => wordOf(sql, kind, phrase)
    }
    return {
      ...filter,
      q: words,
      ...(sort !== undefined && isSortKey(sort.field) ? { sort: sort.field, order: sort.direction } : {}),
      ...(where === undefined ? {} : { conditions: compile(sql, where, options) })
    } as Filter & { readonly conditions?: Compiled }
  })

/** Ends the work of a list whose conditions take too long, and names the condition that probably does. */
export const bounded = <A, E, R>(
  conditions: Compiled | undefined,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError | TooBroad, R | SqlClient.SqlClient> =>
  conditions === undefined
    ? work
    : Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const limit = sql`set local statement_timeout = ${sql.literal(String(BOUND_MS))}`
        return Effect.mapError(sql.withTransaction(Effect.zipRight(limit, work)), (error) => {
          if (!(error instanceof SqlError) || !isTimeout(error)) return error
          const [slowest] = conditions.costs
          return new TooBroad(slowest === undefined ? {} : { field: slowest.field })
        })
      })
