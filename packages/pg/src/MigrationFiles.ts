import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

/** A file `NNNN_lower_snake.sql`, which is applied once, in numerical order. The file must not change afterwards. */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  readonly isBreaking: boolean
}

/** A file `functions/lower_snake.sql`, which is applied again whenever its text changes. `name` includes the folder. */
export interface RepeatableMigration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export interface MigrationFiles {
  readonly numbered: ReadonlyArray<Migration>
  readonly repeatable: ReadonlyArray<RepeatableMigration>
}

const checksumOf = (sql: string): string => createHash("sha256").update(sql).digest("hex")

const readNumbered = async (directory: string, name: string): Promise<Migration> => {
  const id = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
  if (id === undefined) throw new Error(`migration ${name} is not named NNNN_lower_snake.sql`)
  const sql = await readFile(join(directory, name), "utf8")
  const [why, breaking] = sql.split("\n")
  if (!why?.startsWith("-- why: ") || !/^-- breaking: (yes|no)$/.test(breaking ?? "")) {
    throw new Error(`migration ${name} must begin with "-- why: ..." and "-- breaking: yes|no"`)
  }
  return {
    id: Number(id),
    name,
    sql,
    checksum: checksumOf(sql),
    isBreaking: breaking === "-- breaking: yes"
  }
}

const readRepeatable = async (directory: string, file: string): Promise<RepeatableMigration> => {
  const name = `functions/${file}`
  if (!/^[a-z0-9_]+\.sql$/.test(file)) throw new Error(`migration ${name} is not named lower_snake.sql`)
  const sql = await readFile(join(directory, name), "utf8")
  return { name, sql, checksum: checksumOf(sql) }
}

const sqlFiles = async (directory: string): Promise<ReadonlyArray<string>> =>
  (await readdir(directory, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sql"))
    .map(({ name }) => name)
    .sort()

const functionFiles = (directory: string): Promise<ReadonlyArray<string>> =>
  sqlFiles(join(directory, "functions")).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return []
    throw cause
  })

/** Reads and validates all files in a `migrations` folder. Rejects with an `Error` that names the invalid file. */
export const readMigrations = async (directory: string): Promise<MigrationFiles> => {
  const numbered = await Promise.all((await sqlFiles(directory)).map((name) => readNumbered(directory, name)))
  const duplicate = numbered.find(({ id }, index) => numbered[index - 1]?.id === id)
  if (duplicate !== undefined) throw new Error(`migration ${duplicate.name} repeats a number`)
  const repeatable = await Promise.all(
    (await functionFiles(directory)).map((file) => readRepeatable(directory, file))
  )
  return { numbered, repeatable }
}
