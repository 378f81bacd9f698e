import { rebuildAll } from "@media/event-store/Rebuild"
import { EventStore } from "@media/event-store/EventStore"
import { createAccount } from "@media/features/identity/accounts/commands"
import {
  planUpgrade,
  skipEarlierInstall,
  upgradeEarlierInstall
} from "@media/features/identity/upgrade/commands"
import { uuidv7 } from "@media/kernel/Ids"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { earlierRows, id, layEarlierInstall } from "./upgrade/Earlier.ts"

let store: Awaited<ReturnType<typeof startStore>>
beforeEach(async () => {
  store = await startStore()
  await layEarlierInstall(store.pool)
})
afterEach(() => store.stop())

const upgrade = () => store.run(upgradeEarlierInstall)
const count = async (table: string) =>
  Number((await store.rows(`select count(*) as n from ${table}`))[0]!["n"])
const own = async () => ({
  accounts: await count("accounts"),
  events: await count("events"),
  credentials: await count("credentials"),
  sessions: await count("sessions"),
  marks: await count("earlier_installs")
})
const nothing = { accounts: 0, events: 0, credentials: 0, sessions: 0, marks: 0 }
const nameOf = async (last: string) =>
  (await store.rows("select username from accounts where id = $1", [id(last)]))[0]?.["username"]

describe("the upgrade of a pre-2.0 installation", () => {
  it("turns every user into a member who can sign in", async () => {
    await store.run(
      createAccount({ username: "root", password: "correct horse", role: "administrator" }, "test")
    )
    const libraryId = uuidv7()
    const root = { id: uuidv7(), path: "/nowhere", enabled: true, recursive: true }
    const created = {
      _tag: "library.created.v1",
      name: "Videos",
      isNsfw: false,
      contents: ["videos"],
      roots: [root]
    }
    await store.run(
      Effect.flatMap(EventStore, (events) =>
        events.append([{ streamId: libraryId, expectedVersion: 0, events: [created] }], {})
      )
    )
    await upgrade()
    expect(await count("accounts")).toBe(16)
    const names = {
      "1": "Anna",
      "2": "Living_Room",
      "3": "ben",
      "4": "anna-2",
      "5": "ANNA-3",
      "6": "member",
      "7": "member-2",
      "8": "reversed",
      "9": "x".repeat(64),
      a: `${"x".repeat(62)}-2`,
      b: "y".repeat(63) + "A",
      e: "pаypal",
      f: "ROOT-2"
    }
    const found = Object.fromEntries(
      await Promise.all(Object.keys(names).map(async (last) => [last, await nameOf(last)]))
    )
    expect(found).toEqual(names)
    const [anna, ben] = await store.rows(
      `select a.library_ids, a.display_name, a.role, a.enabled, a.allow_nsfw, a.may_create_libraries, l.at
       from accounts a left join last_sign_ins l on l.account_id = a.id
       where a.id in ($1, $2) order by a.username_key`,
      [id("1"), id("3")]
    )
    expect(anna).toEqual({
      library_ids: [libraryId],
      display_name: "Anna Muster",
      role: "member",
      enabled: true,
      allow_nsfw: true,
      may_create_libraries: false,
      at: new Date("2026-03-01T10:00:00Z")
    })
    expect(ben).toMatchObject({ display_name: "Ben", enabled: false, allow_nsfw: false, at: null })
    const [odd] = await store.rows("select display_name from accounts where id = $1", [id("c")])
    expect(odd!["display_name"]).not.toMatch(/\p{Cc}/u)
  })

  it("stores no plain-text secrets or old password hashes in the log", async () => {
    await upgrade()
    expect(await store.rows("select api_key from app_security")).toEqual([{ api_key: null }])
    const [{ n }] = (await store.rows(
      `select (select count(*)::int from events where data::text like '%battery%' or data::text like '%argon2%')
            + (select count(*)::int from earlier_installs where report::text like '%battery%') as n`
    )) as unknown as [{ n: number }]
    expect(n).toBe(0)
    const hashes = await store.rows("select distinct password_hash from credentials")
    expect(hashes).toHaveLength(15)
    expect(hashes.every((row) => String(row["password_hash"]).startsWith("$argon2id$"))).toBe(true)
  })

  it("keeps devices signed in where possible", async () => {
    await upgrade()
    expect(await store.rows("select account_id, device_name from sessions")).toEqual([
      { account_id: id("1"), device_name: "Living room TV" }
    ])
  })

  it("changes nothing more when it is repeated or runs several times at once", async () => {
    await Promise.all([upgrade(), upgrade(), upgrade()])
    const once = await own()
    expect(once).toMatchObject({ accounts: 15, credentials: 15, sessions: 1, marks: 1 })
    await store.rows("update app_security set api_key = 'another one'")
    await upgrade()
    expect(await own()).toEqual(once)
    expect(await store.run(planUpgrade)).toEqual(Option.none())
  })

  it("fills tables that a rebuild from the log does not change", async () => {
    await upgrade()
    const reports = await store.run(rebuildAll({ replace: false }))
    const different = reports.flatMap(({ tables }) =>
      tables.filter((one) => one.onlyLive + one.onlyRebuilt > 0)
    )
    expect(different).toEqual([])
  })
})

describe("a failed upgrade of a pre-2.0 installation", () => {
  const breakAt = (body: string) =>
    store.pool.query(`
      create function break_it() returns trigger language plpgsql as $$ begin
        if (select count(*) from credentials) = 7 then ${body} end if; return new; end $$;
      create trigger break_it before insert on credentials for each row execute function break_it()`)

  it("leaves all data unchanged if a statement fails", async () => {
    const before = await earlierRows(store.pool)
    await breakAt("raise exception 'the disk is full';")
    const failure = await store.run(Effect.flip(upgradeEarlierInstall))
    expect(failure.message).toContain("could not be imported: the disk is full. Nothing was changed.")
    expect(await earlierRows(store.pool)).toBe(before)
    expect(await own()).toEqual(nothing)
    await store.pool.query("drop trigger break_it on credentials")
    await upgrade()
    expect(await own()).toMatchObject({ accounts: 15, marks: 1 })
  })

  it("leaves all data unchanged if the database connection is lost during the import", async () => {
    const before = await earlierRows(store.pool)
    await breakAt("perform pg_terminate_backend(pg_backend_pid());")
    await store.run(Effect.exit(upgradeEarlierInstall))
    expect(await earlierRows(store.pool)).toBe(before)
    expect(await own()).toEqual(nothing)
  })
})

describe("a pre-2.0 installation", () => {
  it("can be checked without writing any data", async () => {
    const before = await earlierRows(store.pool)
    const plan = Option.getOrThrow(await store.run(planUpgrade))
    expect(plan.members).toHaveLength(15)
    expect(plan.members[0]).toMatchObject({ username: "Anna", formerUsername: null })
    expect(plan).toMatchObject({ sessionsLeft: 5 })
    expect(await earlierRows(store.pool)).toBe(before)
    expect(await own()).toEqual(nothing)
  })

  it("is skipped permanently if the operator requests this", async () => {
    const before = await earlierRows(store.pool)
    expect(await store.run(skipEarlierInstall)).toBe(true)
    expect(await store.run(skipEarlierInstall)).toBe(false)
    await upgrade()
    expect(await earlierRows(store.pool)).toBe(before)
    expect(await own()).toEqual({ ...nothing, marks: 1 })
  })

  it("is read as far as possible if its tables have unexpected columns and types", async () => {
    await store.pool.query(`
      drop table jellyfin_profiles, jellyfin_sessions, app_security;
      create table jellyfin_profiles (id int, username varchar(40), enabled int, last_login_at bigint);
      insert into jellyfin_profiles values (1, 'carl', 1, 1767225600), (2, 'dora', 0, null), (null, null, null, null);
      create table app_security (id int, api_key text not null);
      insert into app_security values (1, 'x')`)
    await upgrade()
    expect(await store.rows("select username, enabled from accounts order by username")).toEqual([
      { username: "carl", enabled: true },
      { username: "dora", enabled: false },
      { username: "member", enabled: true }
    ])
    expect(await store.rows("select api_key from app_security")).toEqual([{ api_key: "" }])
  })
})
