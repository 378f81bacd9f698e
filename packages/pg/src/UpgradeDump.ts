import { copyLine, type CopyOutcome, flush, makeCopy, type Upgrade } from "@media/kernel/UpgradeCopies"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { writeFile } from "node:fs/promises"
import pg from "pg"
import { dumpEnvironment } from "./DumpConfig.ts"

/**
 * Removes the password from a connection string and returns it separately. Every user of the machine can see the
 * arguments of a process, but not its environment.
 */
export const hidePassword = (
  url: string
): { readonly url: string; readonly password: string | undefined } => {
  const shown = new URL(url)
  const password = decodeURIComponent(shown.password) || shown.searchParams.get("password")
  shown.password = ""
  shown.searchParams.delete("password")
  return { url: shown.href, password: password ?? undefined }
}

const sizeOf = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ bytes: number }>(
      "select pg_database_size(current_database())::float8 as bytes"
    )
    return rows[0]?.bytes ?? 0
  } finally {
    await client.end()
  }
}

const dump = async (url: string, file: string, signal: AbortSignal): Promise<void> => {
  // Creates the file with mode 0600 before pg_dump writes to it, because pg_dump keeps the mode of an existing file.
  await writeFile(file, "", { mode: 0o600 })
  const target = hidePassword(url)
  const child = spawn("pg_dump", ["--format=custom", "--no-password", `--file=${file}`, target.url], {
    cwd: "/",
    signal,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...dumpEnvironment(), ...(target.password === undefined ? {} : { PGPASSWORD: target.password }) }
  })
  let said = ""
  child.stderr.on("data", (chunk: Buffer) => (said = (said + String(chunk)).slice(-2000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ENOENT" ? new Error("pg_dump is not on the PATH") : error)
    )
    child.once("close", resolve)
  })
  if (code !== 0)
    throw new Error(`pg_dump failed: ${said.trim().split("\n").slice(0, 2).join("; ") || String(code)}`)
  await flush(file)
}

/** Writes a dump of the database in the format of `pg_restore` to `backups/` in the data directory. Never fails. */
export const dumpBefore = (url: string, dataDir: string, upgrade: Upgrade): Effect.Effect<CopyOutcome> =>
  makeCopy({
    dataDir,
    upgrade,
    ending: ".dump",
    size: () => sizeOf(url),
    write: (file, signal) => dump(url, file, signal)
  })

/**
 * Returns the `migrate` options for a process that runs without the launcher. The process that
 * upgrades the database dumps it first.
 */
export const migrationsOf = (config: {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly migrationsDir: string
}) => ({
  url: config.databaseUrl,
  directory: config.migrationsDir,
  before: (upgrade: Upgrade) =>
    Effect.flatMap(dumpBefore(config.databaseUrl, config.dataDir, upgrade), (outcome) =>
      outcome._tag === "Made" ? Effect.logInfo(copyLine(outcome)) : Effect.logWarning(copyLine(outcome))
    )
})
