import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let first: TestServer
/** A second server on the same database. */
let second: TestServer
beforeAll(async () => {
  first = await startTestServer()
  await first.setup()
  second = await startTestServer({ environment: { DATABASE_URL: first.url } })
})
afterAll(async () => {
  await second.stop()
  await first.stop()
})

const enabled = async () =>
  (await first.rows("select id from accounts where role = 'administrator' and enabled")).map(({ id }) =>
    String(id)
  )
let count = 0
const administrator = () => first.account({ username: `admin-${(count += 1)}`, role: "administrator" })

type Way = (id: string) => readonly [method: string, target: string, body: unknown]
const ways: readonly [Way, Way, Way] = [
  (id: string) => ["PATCH", `/api/users/${id}`, { role: "member" }],
  (id: string) => ["PATCH", `/api/users/${id}`, { enabled: false }],
  (id: string) => ["DELETE", `/api/users/${id}`, undefined]
]
const send = (server: TestServer, token: string, [method, target, body]: ReturnType<Way>) =>
  server.request(method, target, { token, ...(body === undefined ? {} : { body }) })

it("rejects demoting, disabling or deleting the last administrator", async () => {
  const token = await first.signIn("root", "correct horse")
  const [id] = await enabled()
  for (const way of ways) {
    const { json, status } = await send(first, token, way(id!))
    expect([status, json.error?.code]).toEqual([409, "last_admin_required"])
  }
  // A disabled administrator does not count as a second administrator.
  const other = await administrator()
  await send(first, token, ways[1](other.id))
  expect((await send(first, token, ways[0](id!))).json.error.code).toBe("last_admin_required")
  await send(first, token, ways[2](other.id))
})

it("keeps one administrator when six administrators remove each other at once on two servers", async () => {
  for (let round = 0; round < 2; round += 1) {
    const token = await first.signIn("root", "correct horse")
    const [root] = await enabled()
    const crowd = [{ id: root!, token }, ...(await Promise.all(Array.from({ length: 5 }, administrator)))]
    const replies = await Promise.all(
      crowd.flatMap(({ token }, by) =>
        crowd.flatMap(({ id }, at) =>
          // No request deletes the account `root`, because the next round of the test signs in with this account.
          send(
            (by + at) % 2 === 0 ? first : second,
            token,
            ways[id === root ? at % 2 : (by + at + round) % 3]!(id)
          )
        )
      )
    )
    expect(replies.filter(({ status }) => ![200, 401, 403, 404, 409].includes(status))).toEqual([])
    const left = await enabled()
    expect(left).toHaveLength(1)
    await first.rows("update accounts set role = 'administrator', enabled = true where id = $1", [root])
    await first.rows("delete from accounts where id <> $1", [root])
  }
})
