import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { id, layEarlierInstall } from "../../../../../test/upgrade/Earlier.ts"

const credential = "correct horse battery"
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await layEarlierInstall(server.pool)
  await server.restart()
})
afterAll(() => server.stop())

const login = (username: string, password: string) =>
  server.request("POST", "/api/auth/login", { body: { username, password } })
const setup = (username: string) =>
  server.request("POST", "/api/auth/setup", { body: { username, password: "my new password" } })

it("reveals before sign-in that accounts exist, but not their names", async () => {
  const { json } = await server.get("/api/auth/setup-status")
  expect(json.data).toEqual({ needsSetup: true, hasUsers: true })
  expect((await server.get("/api/system/upgrade")).status).toBe(401)
})

it("accepts the old username with the earlier server's API key as password", async () => {
  for (const [typed, username] of [
    ["anna", "Anna"],
    ["Living Room", "Living_Room"],
    [" living room ", "Living_Room"]
  ] as const) {
    const { json } = await login(typed, credential)
    expect(json.data.user).toMatchObject({ username, role: "member" })
  }
  expect((await login("ben", credential)).status, "was disabled").toBe(401)
  expect((await login("anna", "correct horse")).status).toBe(401)
})

it("keeps a device signed in with its old token", async () => {
  const { json } = await server.get("/api/auth/me", "a-token-of-the-earlier-version-0001")
  expect(json.data).toMatchObject({ id: id("1"), username: "Anna", displayName: "Anna Muster" })
})

it("promotes the imported account with the entered name at setup, keeping its id and sessions", async () => {
  const refused = await setup("not a name")
  expect([refused.status, refused.json.error.fields[0].path]).toEqual([400, "username"])
  const { json, status } = await setup("Living Room")
  expect(status).toBe(201)
  expect(json.data.user).toMatchObject({ id: id("2"), username: "Living_Room", role: "administrator" })
  expect((await login("Living Room", credential)).status, "the password is the new one").toBe(401)
  const report = (await server.get("/api/system/upgrade", json.data.accessToken)).json.data
  expect(report).toMatchObject({ sessions: 1, sessionsLeft: 5, hasPassword: true, isSkipped: false })
  expect(report.members).toHaveLength(15)
  expect(JSON.stringify(report)).not.toContain(credential)
  const anna = await login("anna", credential)
  expect((await server.get("/api/system/upgrade", anna.json.data.accessToken)).status).toBe(403)
})
