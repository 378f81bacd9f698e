import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type pg from "pg"

const fixture = fileURLToPath(new URL("pre-2.0.sql", import.meta.url))

/** Creates the database of a pre-2.0 installation. */
export const layEarlierInstall = async (pool: pg.Pool): Promise<void> => {
  await pool.query(await readFile(fixture, "utf8"))
}

/** Returns all rows as text, to check that a failure has not changed the rows. */
export const earlierRows = async (pool: pg.Pool): Promise<string> => {
  const tables = ["app_security", "jellyfin_profiles", "jellyfin_sessions"]
  const all = await Promise.all(
    tables.map((table) => pool.query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`))
  )
  return JSON.stringify(all.map(({ rows }) => rows as ReadonlyArray<unknown>))
}

export const id = (last: string): string => `aaaaaaaa-0000-4000-8000-${last.padStart(12, "0")}`
