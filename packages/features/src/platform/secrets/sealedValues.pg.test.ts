import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { StandingWarnings } from "../../StandingWarnings.ts"
import { getValue, putValue, removeValues, type ValueKey } from "./sealedValues.ts"
import { vaultLayer } from "./vault.ts"

let server: TestServer
let token = ""
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const dataDir = () => join(server.folder, "data")
/** Runs an effect with the secret of the server, or with the secret in `variable`. */
const asSlice = <A, E, R>(effect: Effect.Effect<A, E, R>, variable?: string) =>
  server.run(
    effect.pipe(
      Effect.provide(vaultLayer({ variable, dataDir: dataDir() })),
      Effect.provide(StandingWarnings.layer)
    ) as Effect.Effect<A, E>
  )
const key: ValueKey = { owner: "plugin", ownerId: "tmdb", field: "apiKey" }
const other: ValueKey = { owner: "plugin", ownerId: "stash", field: "apiKey" }
const put = (at: ValueKey, label: string, text: string, variable?: string) =>
  asSlice(putValue(at, label, Redacted.make(text)), variable)
const get = (at: ValueKey, variable?: string) =>
  asSlice(Effect.either(Effect.map(getValue(at), Option.map(Redacted.value))), variable).then((found) =>
    found._tag === "Left" ? found.left._tag : Option.getOrNull(found.right)
  )
const warnings = async () =>
  (await server.get("/api/system/status", token)).json.data.warnings.filter((text: string) =>
    text.includes("Enter these again")
  )

it("encrypts, replaces and deletes a stored value", async () => {
  await put(key, "TMDB: API key", "hunter2-hunter2")
  expect(await get(key)).toBe("hunter2-hunter2")
  expect(JSON.stringify(await server.rows("select * from sealed_values"))).not.toContain("hunter2")
  await put(key, "TMDB: API key", "another")
  expect(await get(key)).toBe("another")
  await asSlice(removeValues("plugin", "tmdb"))
  expect(await get(key)).toBeNull()
})

it("does not decrypt a value that was copied from a different row", async () => {
  await put(key, "TMDB: API key", "one")
  await put(other, "Stash: API key", "two")
  await server.rows(
    "update sealed_values set encrypted_value = (select encrypted_value from sealed_values where owner_id = 'tmdb') where owner_id = 'stash'"
  )
  expect([await get(key), await get(other)]).toEqual(["one", "Unreadable"])
  await put(other, "Stash: API key", "two")
  expect(await warnings()).toEqual([])
})

it("requires values to be entered again after the secret was lost", async () => {
  rmSync(join(dataDir(), ".media-secret"))
  await server.restart()
  expect(await get(key)).toBe("Unreadable")
  expect(await warnings()).toEqual([
    expect.stringContaining("Enter these again: Stash: API key, TMDB: API key.")
  ])
  await put(key, "TMDB: API key", "entered again")
  expect(await get(key)).toBe("entered again")
  expect(await warnings()).toEqual([expect.stringContaining("Enter these again: Stash: API key.")])
  await asSlice(removeValues("plugin", "stash"))
  expect(await warnings()).toEqual([])
})

it("decrypts values with the same configured secret as before, because the salt is in the database", async () => {
  await put(key, "TMDB: API key", "by words", "the words of my secret")
  expect(await get(key, "the words of my secret")).toBe("by words")
  expect(await get(key, "the words of another")).toBe("Unreadable")
  expect(await server.rows("select 1 from sealing_salt")).toHaveLength(1)
})
