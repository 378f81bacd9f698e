import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import type { Invalid } from "@media/kernel/Errors"
import { ViewerZone } from "@media/kernel/ViewerZone"
import type { FieldTable } from "@media/query/Field"
import { condition, group, type Node, type Sort } from "@media/query/Tree"
import { WORDS } from "@media/query/Field"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { escapeLike } from "./comparison.ts"
import { compile, type Compiled, type CompileOptions } from "./compile.ts"
import { readQuery } from "./readQuery.ts"
import type { SqlSource } from "./sources.ts"

/** A list whose rows are not items, such as files, jobs or markers. */
export interface PlainList extends Pick<CompileOptions, "mayName" | "words"> {
  readonly fields: FieldTable<SqlSource>
}

export interface PlainQuery {
  /** The condition on a row of the list, or `true` if the text contains no conditions. */
  readonly where: Fragment
  /** The compiled conditions, or undefined if the text contains no conditions. */
  readonly conditions: Compiled | undefined
  readonly sort: ReadonlyArray<Sort>
}

/**
 * Returns the condition that any of these expressions contains a word or phrase. PostgreSQL converts both sides to
 * lower case.
 */
export const wordIn =
  (sql: SqlClient.SqlClient, expressions: ReadonlyArray<string>) =>
  (phrase: string): Fragment => {
    const like = `%${escapeLike(phrase.normalize("NFC"))}%`
    return sql.or(
      expressions.map(
        (expression) => sql`lower(normalize(${sql.literal(expression)}, NFC)) like lower(${like}::text)`
      )
    )
  }

/** Parses the conditions and the sort order from the `q` of a list whose rows are not items. */
export const readPlainList = (
  principal: Principal,
  q: string | undefined,
  { fields, mayName, words }: PlainList
): Effect.Effect<PlainQuery, Invalid, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const query = yield* readQuery(q ?? "", fields)
    const wanted: ReadonlyArray<Node> = [
      ...query.words.split(" ").flatMap((word) => (word === "" ? [] : [condition(WORDS, "contains", word)])),
      ...(query.where === undefined ? [] : [query.where])
    ]
    if (wanted.length === 0) return { where: sql.literal("true"), conditions: undefined, sort: query.sort }
    const conditions = compile(sql, group("and", wanted), {
      fields,
      kind: "row",
      accountId: principal.accountId,
      clock: { now: yield* Clock.currentTimeMillis, zone: yield* ViewerZone },
      words,
      ...(mayName === undefined ? {} : { mayName })
    })
    return { where: conditions.where, conditions, sort: query.sort }
  })
