import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Invalid } from "@media/kernel/Errors"
import { ViewerZone } from "@media/kernel/ViewerZone"
import { canonical } from "@media/query/canonical"
import { group, type Sort } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { bounded as boundedList } from "../filters/bounded.ts"
import { compile } from "../filters/compile.ts"
import type { TooBroad } from "../filters/errors.ts"
import { itemFieldTable } from "../filters/itemFields.ts"
import { readQuery } from "../filters/readQuery.ts"
import { resolveCollections } from "../membership/resolve.ts"
import { shownTagsFor } from "../related/shownTags.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { AnyItemFilter } from "./contract.ts"
import { readFieldParams } from "./fieldParams.ts"
import type { ListFilter, ReadByFields } from "./listFilter.ts"
import { itemLists } from "./itemLists.ts"
import { wordOf } from "./matching.ts"
import { isComputed, isOrderOf, isSortKey } from "./sortKeys.ts"
import { readSortText, type SortStep } from "./sortText.ts"

interface Asked {
  readonly q?: string | undefined
  readonly sort?: AnyItemFilter["sort"] | undefined
  readonly order?: AnyItemFilter["order"] | undefined
}
/** A parsed list filter, in the form that the list queries expect. */
export type Read<Filter extends Asked> = Omit<Filter, "q" | "sort" | "order" | ReadByFields> &
  Pick<ListFilter, Exclude<ReadByFields, `duration${string}`> | "q" | "words" | "conditions" | "then"> &
  (Filter extends { readonly sort: NonNullable<unknown> }
    ? Pick<ListFilter, "sort" | "order">
    : Partial<Pick<ListFilter, "sort">>)

const stepsOf = ({ order = "desc", sort }: Asked, ofQuery: ReadonlyArray<Sort>): ReadonlyArray<SortStep> => {
  if (ofQuery.length > 0) return ofQuery.map(({ direction, field }) => ({ sort: field, order: direction }))
  if (sort === undefined) return []
  // If `sort` is a single name, the separate parameter `order` contains the direction.
  return isSortKey(sort) ? [{ sort, order }] : (readSortText(sort) ?? [])
}

/**
 * Parses the filter of a list: the query in `q`, the field parameters and the sort order. All routes with such a filter
 * use this function: lists, timelines and selections for bulk edits.
 *
 * Plain words are returned as `words`. All other conditions are compiled. A `sort:` in the query replaces the sort
 * order of the list.
 *
 * Fails with `Invalid` if a part cannot be parsed or the items have no such sort key.
 */
export const asked = <Filter extends Asked>(
  principal: Principal,
  kind: ItemKind,
  filter: Filter
): Effect.Effect<Read<Filter>, Invalid | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { order: _order, q = "", sort: _sort, ...params } = filter
    const fields = itemFieldTable()
    const { conditions, rest } = yield* readFieldParams(params, fields)
    const query = yield* readQuery(q, fields)
    const sql = yield* SqlClient.SqlClient
    const where = [...conditions, ...(query.where === undefined ? [] : [query.where])]
    const options = {
      fields,
      kind,
      isOfItems: true,
      accountId: principal.accountId,
      hidesNsfw: !principal.showNsfw,
      clock: { now: yield* Clock.currentTimeMillis, zone: yield* ViewerZone },
      words: (phrase: string) => wordOf(sql, kind, phrase),
      collections: yield* resolveCollections(principal, where, itemLists),
      ...(yield* shownTagsFor(principal, where))
    }
    const steps = stepsOf(filter, query.sort).filter(({ sort }) => isSortKey(sort))
    const foreign = steps.find(({ sort }) => !isOrderOf(kind, sort))
    if (foreign !== undefined)
      return yield* new Invalid({
        reason: `sort: "${foreign.sort}" is not a field of the items in this list.`
      })
    const [first, ...then] = steps
    return {
      ...rest,
      ...first,
      ...(then.length === 0 ? {} : { then }),
      ...(query.words === "" ? {} : { words: query.words }),
      ...(where.length === 0 ? {} : { conditions: compile(sql, canonical(group("and", where)), options) })
    } as unknown as Read<Filter>
  })

/**
 * Runs a list query with a time limit if the list has conditions, several sort keys, or a sort key without an index.
 * All other lists are read from an index and need no limit.
 */
export const bounded = <A, E, R>(
  { conditions, sort, then }: Pick<ListFilter, "conditions" | "then"> & Partial<Pick<ListFilter, "sort">>,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError | TooBroad, R | SqlClient.SqlClient> =>
  conditions === undefined && then === undefined && !isComputed(sort ?? "")
    ? work
    : boundedList(conditions, work)
