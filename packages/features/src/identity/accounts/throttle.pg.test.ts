import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { deleteOldFailures, lookupLaneOf } from "./throttle.ts"

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ environment: { MEDIA_TRUSTED_PROXIES: "127.0.0.1" } })
  await server.setup()
})
afterAll(() => server.stop())
beforeEach(() => server.rows("truncate login_failures"))

const login = (username: string, password: string, address: string) =>
  server.request("POST", "/api/auth/login", {
    body: { username, password },
    headers: { "x-forwarded-for": address }
  })

/**
 * Sends one wrong guess from each address, all at the same time. Returns functions that count the checked and refused
 * guesses so far, and a promise of all responses.
 */
const flood = (addresses: ReadonlyArray<string>) => {
  let checked = 0
  let refused = 0
  const replies = addresses.map((address) =>
    login("root", "wrong guess", address).then((reply) => {
      if (reply.status === 401) checked += 1
      if (reply.status === 503) refused += 1
      return reply
    })
  )
  return { checked: () => checked, refused: () => refused, replies: Promise.all(replies) }
}
const addresses = (net: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${net}.${Math.floor(n / 250)}.${1 + (n % 250)}`)

it("does not delay a sign-in behind 90 guesses from other addresses", async () => {
  const { checked, replies } = flood(addresses("10.1", 90))
  await eventually(() => checked() >= 10)
  const before = checked()
  const own = await login("root", "correct horse", "192.0.2.1")
  // A few guesses may finish before the sign-in arrives or may already be running. If the server processed requests in
  // order of arrival, it would check the sign-in after all 90 guesses.
  expect([own.status, checked() - before < 25]).toEqual([200, true])
  const statuses = (await replies).map(({ status }) => status)
  expect(new Set(statuses).has(401)).toBe(true)
  for (const status of statuses) expect([401, 503]).toContain(status)
})

it("gives priority to networks that have signed in before", async () => {
  await login("root", "wrong guess", "192.0.2.200")
  expect(lookupLaneOf("192.0.2.200")).toBe("fresh")
  await login("root", "correct horse", "192.0.2.200")
  await login("root", "correct horse", "2001:db8:1:2::1")
  expect(["192.0.2.200", "2001:db8:1:2::9", "2001:db8:1:3::1"].map(lookupLaneOf)).toEqual([
    "known",
    "known",
    "fresh"
  ])
})

it("responds with 503 to new devices while the queue is full, but lets known devices sign in", async () => {
  expect((await login("root", "correct horse", "192.0.2.7")).status).toBe(200)
  const { checked, refused, replies } = flood(addresses("10.2", 250))
  await eventually(() => refused() >= 100)
  const before = checked()
  const own = await login("root", "correct horse", "192.0.2.7")
  expect([own.status, checked() - before < 25]).toEqual([200, true])
  const gaveWay = (await replies).filter(({ status }) => status === 503)
  expect(gaveWay.length).toBeGreaterThan(50)
  for (const { headers, json } of gaveWay)
    expect([json.error.code, headers["retry-after"]]).toEqual(["auth_busy", "5"])
})

it("delays attempts of addresses with wrong guesses behind attempts of other addresses", async () => {
  const guessers = addresses("10.3", 40)
  for (const address of guessers)
    await server.rows("insert into login_failures (key) select $1 from generate_series(1, 3)", [
      `a:${address}`
    ])
  const { checked, replies } = flood(guessers)
  const own = await login("root", "correct horse", "192.0.2.9")
  expect([own.status, checked() < 20]).toEqual([200, true])
  await replies
})

it("rejects a locked address without adding it to the queue", async () => {
  await server.rows("insert into login_failures (key) select 'a:192.0.2.99' from generate_series(1, 30)")
  const { checked, replies } = flood(addresses("10.4", 45))
  await eventually(() => checked() >= 10)
  const before = checked()
  expect((await login("root", "correct horse", "192.0.2.99")).status).toBe(429)
  expect(checked() - before).toBeLessThan(25)
  await replies
})

it("deletes the failures that the throttle no longer needs", async () => {
  await server.rows("delete from login_failures")
  await server.rows(
    `insert into login_failures (key, at)
     select 'a:198.51.' || n, now() + (case n % 3 when 0 then -6 when 1 then -1 else 5 end) * interval '1 minute'
     from generate_series(1, 3000) n`
  )
  await server.run(deleteOldFailures)
  expect(await server.rows("select 1 from login_failures")).toHaveLength(1000)
  await server.rows("delete from login_failures")
})
