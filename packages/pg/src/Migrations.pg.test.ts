import { inDatabase, withClient } from "@media/testkit/TemplateSchema"
import type {} from "@media/testkit/PostgresCluster"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, inject, it } from "vitest"
import { migrate } from "./Migrations.ts"

let url: string
let name: string
let folder: string
beforeEach(async () => {
  name = `m${randomUUID().replaceAll("-", "")}`
  url = inDatabase(inject("databaseUrl"), name)
  folder = mkdtempSync(join(tmpdir(), "migrations-"))
  mkdirSync(join(folder, "functions"))
  await withClient(inject("databaseUrl"), (client) => client.query(`create database ${name}`))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await withClient(inject("databaseUrl"), (client) => client.query(`drop database ${name} with (force)`))
})

const run = () => Effect.runPromise(Effect.either(migrate({ url, directory: folder })))
const remove = (file: string) => rmSync(join(folder, file))
const write = (file: string, sql: string, isBreaking = false) =>
  writeFileSync(join(folder, file), `-- why: a test\n-- breaking: ${isBreaking ? "yes" : "no"}\n${sql}\n`)
const writeFunction = (file: string, sql: string) => writeFileSync(join(folder, "functions", file), sql)
const select = (text: string) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows)
const functions = async () =>
  (
    await select(
      "select oid::regprocedure::text as f from pg_proc where pronamespace = 'public'::regnamespace order by 1"
    )
  ).map(({ f }) => f)
const ok = (applied: ReadonlyArray<string>, unknown: ReadonlyArray<string> = []) => ({
  _tag: "Right",
  right: { applied, unknown }
})
const refused = (message: RegExp) => ({ left: { message: expect.stringMatching(message) as string } })

it("applies each migration once when several processes start at the same time", async () => {
  write("0001_one.sql", "create table one (id int);")
  write("0002_two.sql", "create table two (id int);")
  writeFunction("f.sql", "create or replace function f() returns int language sql as 'select 1';")
  const outcomes = await Promise.all(Array.from({ length: 5 }, run))
  const applied = outcomes.flatMap((outcome) =>
    outcome._tag === "Right" ? outcome.right.applied : ["failed"]
  )
  expect(applied).toEqual(["0001_one.sql", "0002_two.sql", "functions/f.sql"])

  write("0003_three.sql", "create table three (id int); select 1 / 0;")
  expect(await run()).toMatchObject(refused(/0003_three\.sql failed.*division by zero/))
  write("0003_three.sql", "create table three (id int);")
  expect(await run()).toMatchObject(ok(["0003_three.sql"]))
  write("0002_two.sql", "create table two (id bigint);")
  expect(await run()).toMatchObject(refused(/0002_two\.sql.*different content/))
  write("0002_two.sql", "create table two (id int);")
  remove("0003_three.sql")
  expect(await run()).toMatchObject(ok([]))
})

it("rejects a database that a different build has migrated", async () => {
  write("0001_one.sql", "create table one (id int);")
  write("0003_three.sql", "create table three (id int);")
  write("0004_four.sql", "create table four (id int);", true)
  expect(await run()).toMatchObject(ok(["0001_one.sql", "0003_three.sql", "0004_four.sql"]))
  remove("0004_four.sql")
  expect(await run()).toMatchObject({
    left: { _tag: "SchemaNewer", message: expect.stringMatching(/0004_four\.sql/) as string }
  })
  write("0005_five.sql", "select 1;")
  expect(await run()).toMatchObject(refused(/0004_four\.sql was applied but is not part/))
  write("0004_four.sql", "create table four (id int);", true)
  write("0002_late.sql", "select 1;")
  expect(await run()).toMatchObject(refused(/0002_late\.sql comes before/))
  remove("0002_late.sql")
  write("0005_again.sql", "select 1;")
  expect(await run()).toMatchObject(refused(/0005_five\.sql repeats a number/))
  remove("0005_again.sql")
  write("05_short.sql", "select 1;")
  expect(await run()).toMatchObject(refused(/05_short\.sql is not named/))
  remove("05_short.sql")
  expect(await run()).toMatchObject(ok(["0005_five.sql"]))
})

it("rejects the database of an alpha build without changing it", async () => {
  write("0001_one.sql", "create table one (id int);")
  write("0003_three.sql", "create table three (id int);", true)
  await run()
  remove("0003_three.sql")
  write("0001_baseline.sql", "create table one (id int); create table three (id int);")
  remove("0001_one.sql")
  write("0002_two.sql", "create table two (id int);")
  writeFunction("f.sql", "create or replace function f() returns int language sql as 'select 1';")
  expect(await run()).toMatchObject({
    left: {
      _tag: "SchemaNotUpgradable",
      message: expect.stringMatching(
        /alpha build.*cannot be upgraded in place: migration 0001_one\.sql.*different content.*Nothing was changed/
      ) as string
    }
  })
  expect(await select("select to_regclass('two') as two")).toEqual([{ two: null }])
  expect(await functions()).toEqual([])
})

it("rejects a database that contains tables of another program, without changing it", async () => {
  write("0001_one.sql", "create table one (id int);")
  write(
    "0002_two.sql",
    "create type shade as enum ('a'); create table two (id int);\ncreate index two_id on two (id);"
  )
  const tables = () =>
    select("select relname from pg_class where relnamespace = 'public'::regnamespace order by relname")
  await select("create table settings (id int); create table two (name text); create type shade as (x int)")
  const before = await tables()
  expect(await run()).toMatchObject(refused(/names it needs: shade, two\. Nothing was changed/))
  expect(await tables()).toEqual(before)
  await select("create schema before; alter table two set schema before; alter type shade set schema before")

  await select("create table schema_migrations (version text)")
  expect(await run()).toMatchObject(refused(/names it needs: schema_migrations\. Nothing/))
  await select("alter table schema_migrations set schema before")
  expect(await run()).toMatchObject(ok(["0001_one.sql", "0002_two.sql"]))
  expect(await run()).toMatchObject(ok([]))
})

it("applies functions after tables, and again when their text changes", async () => {
  write("0001_one.sql", "create table one (id int);")
  const second = (sum: string) =>
    `create or replace function second() returns int language sql as 'select ${sum}';`
  writeFunction("b.sql", second("first() + 1"))
  writeFunction(
    "a.sql",
    "create or replace function first() returns int language sql as 'select count(*)::int from one';"
  )
  expect(await run()).toMatchObject(ok(["0001_one.sql", "functions/a.sql", "functions/b.sql"]))
  expect(await run()).toMatchObject(ok([]))
  writeFunction("b.sql", second("first() + 2"))
  write("0002_two.sql", "create table two (id int);")
  expect(await run()).toMatchObject(ok(["0002_two.sql", "functions/b.sql"]))
  expect(await select("select second() as n")).toEqual([{ n: 2 }])

  writeFunction("b.sql", second("missing()"))
  expect(await run()).toMatchObject(refused(/functions\/b\.sql failed.*missing\(\) does not exist/))
  expect(await select("select second() as n")).toEqual([{ n: 2 }])
  writeFunction("Bad Name.sql", "select 1;")
  expect(await run()).toMatchObject(refused(/functions\/Bad Name\.sql is not named/))
})

it("replaces a function whose signature changed, unless other objects depend on the function", async () => {
  const file = (signature: string) => `create or replace function ${signature} language sql as 'select 1';`
  for (const [signature, expected] of [
    ["f(a int) returns int", "f(integer)"],
    ["f(a int) returns bigint", "f(integer)"],
    ["f(b int) returns table (n int)", "f(integer)"],
    ["f(b text, c int default 1) returns int", "f(text,integer)"],
    ["g() returns int", "g()"]
  ] as const) {
    writeFunction("f.sql", file(signature))
    expect(await run(), signature).toMatchObject(ok(["functions/f.sql"]))
    expect(await functions(), signature).toEqual([expected])
  }
  await select("create view v as select g() as n")
  writeFunction("f.sql", file("g() returns bigint"))
  expect(await run()).toMatchObject(refused(/functions\/f\.sql failed.*cannot drop function g/))
  expect(await select("select n from v")).toEqual([{ n: 1 }])
})

it("keeps a function that moves to another file", async () => {
  const f = "create or replace function f() returns int language sql as 'select 1';"
  const other = "create or replace function other() returns int language sql as 'select 2';"
  writeFunction("a.sql", f)
  await run()
  writeFunction("a.sql", other)
  writeFunction("b.sql", f)
  expect(await run()).toMatchObject(ok(["functions/a.sql", "functions/b.sql"]))
  expect(await functions()).toEqual(["f()", "other()"])
  writeFunction("a.sql", f)
  writeFunction("b.sql", other)
  expect(await run()).toMatchObject(ok(["functions/a.sql", "functions/b.sql"]))
  expect(await functions()).toEqual(["f()", "other()"])
})

it("keeps the functions of a removed file and reports them until a migration drops them", async () => {
  write("0001_one.sql", "create table one (id int);")
  writeFunction("f.sql", "create or replace function f() returns int language sql as 'select 1';")
  await run()
  remove("functions/f.sql")
  expect(await run()).toMatchObject(ok([], ["functions/f.sql"]))
  expect(await functions()).toEqual(["f()"])
  write("0002_without_f.sql", "drop function f();")
  expect(await run()).toMatchObject(ok(["0002_without_f.sql"], []))
})

it("leaves the functions of a newer schema unchanged when an older version starts", async () => {
  write("0001_one.sql", "create table one (id int);")
  const f = (n: number) => `create or replace function f() returns int language sql as 'select ${n}';`
  writeFunction("f.sql", f(1))
  await run()
  writeFunction("f.sql", f(2))
  write("0002_two.sql", "create table two (id int);")
  await run()
  writeFunction("f.sql", f(1))
  remove("0002_two.sql")
  expect(await run()).toMatchObject(ok([]))
  expect(await select("select f() as n")).toEqual([{ n: 2 }])
})
