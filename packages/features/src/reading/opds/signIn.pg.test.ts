import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { readXml } from "@media/xml/ReadXml"
import { childrenOf } from "@media/xml/XmlElement"
import * as Either from "effect/Either"
import { afterAll, beforeAll, expect, it } from "vitest"

// Reading apps send the password with every request, so verifying it must be fast.

let server: TestServer
let token = ""
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const libraryId = await makeLibrary(server, { name: "Shelf" })
  for (const title of ["One", "Two"]) await makeItem(server, { libraryId, kind: "book", title })
})
afterAll(() => server.stop())

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
const ask = (target: string, headers: Record<string, string>) => server.request("GET", target, { headers })
const entriesOf = (text: string) => childrenOf(Either.getOrThrow(readXml(Buffer.from(text))), "entry")

it("ignores the case of the username and accepts a password in UTF-8 or Latin-1", async () => {
  const password = "Müllers Käse"
  const { id } = await server.account({ username: "Jörg", password, role: "administrator" })
  const as = (text: string, encoding: "utf8" | "latin1") => ({
    Authorization: `Basic ${Buffer.from(text, encoding).toString("base64")}`
  })
  const books = async (headers: Record<string, string>) => {
    const reply = await ask("/opds/books", headers)
    return reply.status === 200 ? entriesOf(reply.text).length : reply.status
  }
  for (const name of ["Jörg", "jörg", "JÖRG", "Jo\u0308rg"])
    expect([name, await books(as(`${name}:${password}`, "utf8"))]).toEqual([name, 2])
  expect(await books(as(`Jörg:${password}`, "latin1"))).toBe(2)
  expect(await books(as(`Jörg:${password.toLowerCase()}`, "utf8"))).toBe(401)
  await server.request("PATCH", `/api/users/${id}`, { token, body: { role: "member" } })
  expect(await books(as(`Jörg:${password}`, "utf8"))).toBe(0)
})

it("accepts many requests with the correct password and locks out callers who guess", async () => {
  await Promise.all(
    Array.from({ length: 40 }, () =>
      ask("/opds/opensearch.xml", { Authorization: basic("root", "correct horse") })
    )
  )
  const guesses: Array<number> = []
  for (let guess = 0; guess < 10; guess++)
    guesses.push((await ask("/opds", { Authorization: basic("nobody", `guess ${guess}`) })).status)
  expect(guesses.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 401))
  expect(guesses.at(-1)).toBe(429)
  const locked = await ask("/opds", { Authorization: basic("nobody", "another") })
  expect(Number(locked.headers["retry-after"])).toBeGreaterThan(0)
})
