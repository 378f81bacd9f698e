import { migrate } from "@media/pg/Migrations"
import { withClient } from "@media/testkit/TemplateSchema"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { openDatabase } from "./Database.ts"

let all = ""
let base = ""
let migrationsDir = ""
const newBase = (name: string) => {
  base = join(all, name)
  migrationsDir = join(base, "migrations")
  fs.mkdirSync(migrationsDir, { recursive: true })
  release("0001_one.sql", "create table one (id text);")
}

/** Creating an installation takes seconds, so it is created only once. Each test starts with a copy of it. */
beforeAll(async () => {
  all = fs.mkdtempSync(join(tmpdir(), "media-copy-"))
  // Tests that run as root create a folder that only root can enter, but PostgreSQL runs as another user.
  fs.chmodSync(all, 0o755)
  newBase("first")
  expect(await run("insert into one values ('kept') returning id")).toEqual([{ id: "kept" }])
  expect(copies()).toEqual([])
})
beforeEach(() => {
  const first = join(dataDir(), "postgres")
  newBase(randomUUID())
  fs.cpSync(first, join(dataDir(), "postgres"), { recursive: true })
})
afterEach(() => {
  fs.rmSync(base, { recursive: true, force: true })
  base = join(all, "first")
})
afterAll(() => fs.rmSync(all, { recursive: true, force: true }))

const dataDir = () => join(base, "data")
const copies = () =>
  fs.existsSync(join(dataDir(), "backups")) ? fs.readdirSync(join(dataDir(), "backups")).sort() : []
const release = (name: string, sql: string) =>
  fs.writeFileSync(join(migrationsDir, name), `-- why: a test\n-- breaking: yes\n${sql}\n`)

/** Starts the database, upgrades its schema, runs `sql`, stops the database, and returns the rows. */
const run = (sql: string) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const { beforeUpgrade, url } = yield* openDatabase({
          dataDir: dataDir(),
          databaseUrl: undefined,
          migrationsDir
        })
        yield* migrate({ url, directory: migrationsDir, before: beforeUpgrade })
        return yield* Effect.promise(() =>
          withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)
        )
      })
    )
  )

it("backs up the database before an upgrade in a form that the older version can use", async () => {
  release("0002_two.sql", "drop table one;")
  await run("create table later (id int)")
  expect(copies()).toEqual(["pre-1-2"])
  expect(fs.existsSync(join(dataDir(), "backups/pre-1-2/postmaster.pid"))).toBe(false)
  expect(fs.statSync(join(dataDir(), "backups")).mode & 0o777).toBe(0o700)

  // These steps follow docs/operations.md: install the older version, and replace the folder with the copy.
  fs.rmSync(join(migrationsDir, "0002_two.sql"))
  await expect(run("select 1")).rejects.toThrow(/0002_two\.sql/)
  fs.renameSync(join(dataDir(), "postgres"), join(dataDir(), "postgres.upgraded"))
  fs.cpSync(join(dataDir(), "backups/pre-1-2"), join(dataDir(), "postgres"), { recursive: true })
  expect(await run("select id from one")).toEqual([{ id: "kept" }])
  expect(copies()).toEqual(["pre-1-2"])
})

it("keeps the three newest copies and deletes partial copies", async () => {
  const backups = join(dataDir(), "backups")
  fs.mkdirSync(join(backups, "unfinished-pre-0-1/base"), { recursive: true })
  fs.mkdirSync(join(backups, "pre-7-8-of-anna"))
  for (const n of [2, 3, 4]) {
    fs.writeFileSync(join(backups, `pre-${n}-${n + 1}.dump`), "")
    fs.utimesSync(join(backups, `pre-${n}-${n + 1}.dump`), n, n)
  }
  release("0009_nine.sql", "select 1;")
  await run("select 1")
  expect(copies()).toEqual(["pre-1-9", "pre-3-4.dump", "pre-4-5.dump", "pre-7-8-of-anna"])
})

it("upgrades without a copy if the database folder contains a link to another disk", async () => {
  // A tablespace on another disk. A copy of the database folder would contain the same link and share its files.
  fs.symlinkSync(tmpdir(), join(dataDir(), "postgres/pg_tblspc", `link-${randomUUID()}`))
  release("0002_two.sql", "create table two (id text);")
  await run("select * from two")
  expect(copies()).toEqual([])
})
