import * as SqlClient from "@effect/sql/SqlClient"
import type { Action } from "@media/scrapers/definition/Definition"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { currentSettings } from "../../platform/settings/queries.ts"
import { findScraper, type InstalledScraper, installedScrapers } from "./installed.ts"
import { ScrapersFolder } from "./ScrapersFolder.ts"
import { scriptFingerprint } from "./scriptFingerprint.ts"

/**
 * The scrapers whose scripts an administrator has allowed, keyed by scraper id. The value is true if the script files
 * are unchanged since then. If it is false, the scripts may not run. The map is undefined while scripts are turned off
 * in the settings.
 */
export type AllowedScripts = ReadonlyMap<string, boolean> | undefined

const Row = Schema.Struct({ scraper_id: Schema.String, fingerprint: Schema.NullOr(Schema.String) })

const fingerprintOf = ({ file, requires }: InstalledScraper) =>
  Effect.flatMap(ScrapersFolder, ({ root }) =>
    Effect.promise(() => scriptFingerprint(root, file.path, requires))
  )

export const allowedScripts = Effect.gen(function* () {
  const { allow_scripts } = yield* currentSettings
  if (!allow_scripts) return undefined
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`select scraper_id, fingerprint from scraper_scripts`)
  if (rows.length === 0) return new Map<string, boolean>()
  const byId = new Map((yield* installedScrapers).map((each) => [each.file.id, each]))
  const found = yield* Effect.forEach(rows, ({ fingerprint, scraper_id: id }) =>
    Effect.gen(function* () {
      const scraper = byId.get(id)
      const now = scraper === undefined ? undefined : yield* fingerprintOf(scraper)
      return [id, now !== undefined && now === fingerprint] as const
    })
  )
  return new Map(found) satisfies AllowedScripts
})

/** Allows or forbids the current scripts of a scraper. */
export const storeAllowed = (id: string, isAllowed: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!isAllowed) return yield* sql`delete from scraper_scripts where scraper_id = ${id}`
    const fingerprint = yield* fingerprintOf(yield* findScraper(id))
    return yield* sql`insert into scraper_scripts (scraper_id, fingerprint) values (${id}, ${fingerprint ?? null})
      on conflict (scraper_id) do update set fingerprint = excluded.fingerprint, allowed_at = now()`
  })

const OFF = "This action runs a script. Allow scripts in the settings first."
const CHANGED =
  "The scripts of this scraper have changed since they were allowed. Review the scripts, then allow them again."
const NOT_ALLOWED = "This action runs a script. Allow the scripts of this scraper first."

/** Returns the reasons why an action cannot run on this server, even if its definition is valid. */
export const problemsFor =
  (scraperId: string, allowed: AllowedScripts) =>
  ({ engine, problems }: Pick<Action, "engine" | "problems">): ReadonlyArray<string> => {
    if (engine !== "script" || problems.length > 0) return problems
    if (allowed === undefined) return [OFF]
    const isCurrent = allowed.get(scraperId)
    return isCurrent === true ? [] : [isCurrent === false ? CHANGED : NOT_ALLOWED]
  }
export type ProblemsOf = ReturnType<typeof problemsFor>
