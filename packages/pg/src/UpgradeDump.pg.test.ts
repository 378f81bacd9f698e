import { inDatabase, withClient } from "@media/testkit/TemplateSchema"
import type {} from "@media/testkit/PostgresCluster"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from "vitest"
import { migrate } from "./Migrations.ts"
import { hidePassword, migrationsOf } from "./UpgradeDump.ts"

const PATH = process.env["PATH"]
const name = `d${randomUUID().replaceAll("-", "")}`
let url = ""
let base = ""
beforeAll(() => withClient(inject("databaseUrl"), (client) => client.query(`create database ${name}`)))
afterAll(() =>
  withClient(inject("databaseUrl"), (client) => client.query(`drop database ${name} with (force)`))
)
beforeEach(() => {
  url = inDatabase(inject("databaseUrl"), name)
  base = fs.mkdtempSync(join(tmpdir(), "media-dump-"))
  fs.mkdirSync(join(base, "migrations"))
  fs.mkdirSync(join(base, "bin"))
  process.env["PATH"] = join(base, "bin")
  process.env["MEDIA_SECRET"] = "not for pg_dump"
})
afterEach(() => {
  process.env["PATH"] = PATH
  delete process.env["MEDIA_SECRET"]
  fs.rmSync(base, { recursive: true, force: true })
})

const release = (file: string, sql: string) =>
  fs.writeFileSync(join(base, "migrations", file), `-- why: a test\n-- breaking: no\n${sql}\n`)
/** Puts a script in place of PostgreSQL's pg_dump, which may be missing or have a different version than the server. */
const pgDump = (script: string) =>
  fs.writeFileSync(join(base, "bin/pg_dump"), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
const upgrade = () =>
  Effect.runPromise(
    migrate(
      migrationsOf({ databaseUrl: url, dataDir: join(base, "data"), migrationsDir: join(base, "migrations") })
    )
  )
const copies = () =>
  fs.existsSync(join(base, "data/backups")) ? fs.readdirSync(join(base, "data/backups")) : []

it("dumps a database once before an upgrade, and upgrades even if the dump fails", async () => {
  pgDump('for a; do case "$a" in --file=*) (echo "$@"; /usr/bin/env) > "${a#--file=}" ;; esac; done')
  await withClient(url, (client) => client.query("create table of_an_earlier_version (id int)"))
  release("0001_one.sql", "create table one (id int);")
  await Promise.all([upgrade(), upgrade(), upgrade()])
  expect(copies()).toEqual(["pre-0-1.dump"])
  const file = join(base, "data/backups/pre-0-1.dump")
  expect(fs.readFileSync(file, "utf8")).toContain("--format=custom")
  expect(fs.readFileSync(file, "utf8")).not.toContain("MEDIA_SECRET")
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  await upgrade()

  release("0002_two.sql", "create table two (id int);")
  pgDump("echo 'pg_dump: error: aborting because of server version mismatch' >&2; exit 1")
  await upgrade()
  release("0003_three.sql", "create table three (id int);")
  fs.rmSync(join(base, "bin/pg_dump"))
  expect((await upgrade()).applied).toEqual(["0003_three.sql"])
  expect(copies()).toEqual(["pre-0-1.dump"])
})

it("does not dump a new database", async () => {
  await withClient(url, (client) => client.query("drop schema public cascade; create schema public"))
  pgDump("exit 0")
  release("0001_one.sql", "create table one (id int);")
  await upgrade()
  expect(copies()).toEqual([])
})

it.each([
  ["postgres://me:geh%20eim@db.example:5433/media?sslmode=require", "geh eim"],
  ["postgres://me@db.example:5433/media?sslmode=require&password=geheim", "geheim"],
  ["postgres://me@db.example:5433/media?sslmode=require", undefined]
])("hides the password in %s from the process list", (given, password) => {
  const shown = "postgres://me@db.example:5433/media?sslmode=require"
  expect(hidePassword(given)).toEqual({ url: shown, password })
})
