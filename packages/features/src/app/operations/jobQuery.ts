import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { failureGroups } from "@media/jobs/FailureGroups"
import type { RunFilter } from "@media/jobs/RunFilter"
import { isUuid } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { bounded } from "../../catalog/filters/bounded.ts"
import { readPlainList, wordIn } from "../../catalog/filters/plainList.ts"
import { seenTarget } from "./hiddenNames.ts"
import { jobFields } from "./jobFields.ts"
import { selectedRuns } from "./queries.ts"

interface Asked {
  readonly q?: string | undefined
}
type Read<Filter extends Asked> = Omit<Filter, "q"> & { readonly where?: Fragment }

/**
 * Parses the query of a filter. The resulting SQL condition ensures that callers who hide NSFW content cannot find runs
 * by a hidden name.
 */
const readJobQuery = <Filter extends Asked>(principal: Principal, { q, ...rest }: Filter) =>
  Effect.gen(function* () {
    if (q === undefined) return { filter: rest as Read<Filter>, conditions: undefined }
    const sql = yield* SqlClient.SqlClient
    const mayName = yield* seenTarget(principal)
    const inLabel = wordIn(sql, ["job_runs.target_label"])
    const words = (phrase: string) => {
      if (isUuid(phrase)) return sql`(job_runs.id = ${phrase}::uuid or job_runs.target_id = ${phrase})`
      return mayName === undefined ? inLabel(phrase) : sql`(${inLabel(phrase)} and ${mayName})`
    }
    const guard = mayName === undefined ? {} : { mayName }
    const { conditions, where } = yield* readPlainList(principal, q, { fields: jobFields, words, ...guard })
    return { filter: { ...rest, where } as Read<Filter>, conditions }
  })

/**
 * Groups failed runs by reason. A run without a reason is grouped by its message, which may contain the name of the
 * target. Such a run is therefore included only if the caller may see the target.
 */
export const failuresShownTo = (
  principal: Principal,
  filter: Omit<RunFilter, "where"> & { readonly q?: string }
) =>
  withJobQuery(principal, filter, (read) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const mayName = yield* seenTarget(principal)
      if (mayName === undefined) return yield* failureGroups(read)
      const isNameless = sql`(job_runs.error ->> 'reason' is not null or ${mayName})`
      return yield* failureGroups({
        ...read,
        where: sql.and([isNameless, read.where ?? sql.literal("true")])
      })
    })
  )

/** Runs `use` with the parsed filter. A filter with `q` has the time limit of a list. */
export const withJobQuery = <Filter extends Asked, A, E, R>(
  principal: Principal,
  filter: Filter,
  use: (filter: Read<Filter>) => Effect.Effect<A, E, R>
) =>
  Effect.flatMap(readJobQuery(principal, filter), ({ conditions, filter: read }) =>
    conditions === undefined ? use(read) : bounded(conditions, use(read))
  )

/** Runs a bulk action on all job runs of a selection, without a time limit. */
export const onSelected = <Selection extends Asked & { readonly queue?: string | undefined }, A, E, R>(
  principal: Principal,
  selection: Selection,
  act: (
    filter: Read<{ [Key in keyof Selection]: Exclude<Selection[Key], undefined> }>
  ) => Effect.Effect<A, E, R>
) =>
  Effect.flatMap(selectedRuns(selection), (selected) =>
    Effect.flatMap(readJobQuery(principal, selected), ({ filter }) => act(filter))
  )
