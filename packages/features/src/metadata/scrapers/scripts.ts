import * as SqlClient from "@effect/sql/SqlClient"
import type { Action } from "@media/scrapers/definition/Definition"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { currentSettings } from "../../platform/settings/queries.ts"

/** Ids of the scrapers whose scripts may run; undefined while the settings do not allow any. */
export type AllowedScripts = ReadonlySet<string> | undefined

const Row = Schema.Struct({ scraper_id: Schema.String })

export const allowedScripts = Effect.gen(function* () {
  const { allow_scripts } = yield* currentSettings
  if (!allow_scripts) return undefined
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`select scraper_id from scraper_scripts`)
  return new Set(rows.map(({ scraper_id }) => scraper_id)) satisfies AllowedScripts
})

export const storeAllowed = (id: string, isAllowed: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* isAllowed
      ? sql`insert into scraper_scripts (scraper_id) values (${id}) on conflict do nothing`
      : sql`delete from scraper_scripts where scraper_id = ${id}`
  })

const OFF = "This action runs a script. Allow scripts in the settings first."
const NOT_ALLOWED = "This action runs a script. Allow the scripts of this scraper first."

/** Sentences why an action cannot run, although the file may describe it well. */
export const problemsFor =
  (scraperId: string, allowed: AllowedScripts) =>
  ({ engine, problems }: Pick<Action, "engine" | "problems">): ReadonlyArray<string> => {
    if (engine !== "script" || problems.length > 0) return problems
    if (allowed === undefined) return [OFF]
    return allowed.has(scraperId) ? [] : [NOT_ALLOWED]
  }
export type ProblemsOf = ReturnType<typeof problemsFor>
