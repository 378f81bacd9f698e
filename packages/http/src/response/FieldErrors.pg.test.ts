import { kinds } from "@media/features/generated/kinds"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const words = [...new Set(kinds.map(({ contents }) => `"${contents}"`))]
const post = (path: string, body: unknown, by = token) => server.request("POST", path, { token: by, body })

it("reports all invalid fields of a form at once", async () => {
  const { json, status } = await post("/api/libraries", {
    name: " ",
    contents: ["films"],
    isNsfw: "yes",
    roots: [{ path: "" }, { recursive: 1 }],
    colour: "red"
  })
  expect([status, json.error.code]).toEqual([400, "validation"])
  expect(json.error.message).toBe("colour: is not a known field")
  expect(Object.fromEntries(json.error.fields.map((field: never) => Object.values(field)))).toEqual({
    colour: "Is not a known field.",
    name: "Must not be empty.",
    "contents.0": `Must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}.`,
    isNsfw: "Must be true or false.",
    "roots.0.path": "Must not be empty.",
    "roots.1.path": "Is missing.",
    "roots.1.recursive": "Must be true or false."
  })
})

it.each([
  [{}, ["username", "password"]],
  [{ username: "ada", password: "short" }, ["password"]],
  [{ username: 1, password: "short", displayName: [] }, ["username", "password", "displayName"]]
])("rejects the setup request %j and reports the invalid fields %j", async (body, paths) => {
  const { json, status } = await post("/api/auth/setup", body)
  expect([status, json.error.fields.map(({ path }: { path: string }) => path)]).toEqual([400, paths])
})

it.each([{ body: null }, { body: [] }, { body: 5 }])(
  "rejects $body as a whole instead of reporting invalid fields",
  async ({ body }) => {
    const { json, status } = await post("/api/auth/login", body)
    expect([status, json.error.code, json.error.fields]).toEqual([400, "validation", undefined])
    expect(json.error.message).toMatch(/^(Must be an object|The request needs a JSON body)\.$/)
  }
)

it("reports invalid fields in optional bodies, settings and query strings", async () => {
  const patch = (path: string, body: unknown) => server.request("PATCH", path, { token, body })
  const settings = await patch("/api/settings", { trickplay_quality: 9, default_playback_mode: "x", y: 1 })
  expect(settings.json.error.fields).toEqual([
    { path: "y", message: "Is not a known field." },
    { path: "default_playback_mode", message: 'Must be "direct" or "hls".' },
    { path: "trickplay_quality", message: "Must be a whole number from 1 to 5." }
  ])
  const pause = await post("/api/jobs/queues/resume", { queue: 5 })
  if (pause.status === 400) expect(pause.json.error.fields).toMatchObject([{ path: "queue" }])
  const list = await server.get("/api/videos?perPage=many", token)
  expect(list.json.error.fields).toEqual([{ path: "perPage", message: "Must be a number." }])
  const scan = await post("/api/libraries/x/scan", { path: 5, deep: true })
  expect(scan.json.error.fields.map(({ path }: { path: string }) => path)).toEqual(["deep", "path"])
})

it("rejects a body with hundreds of thousands of errors quickly", async () => {
  const body = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1]))
  const { json, status } = await post("/api/auth/login", body)
  expect([status, json.error.fields.length]).toEqual([400, 1])
  const lists = await post("/api/libraries", {
    name: "a",
    contents: ["videos"],
    roots: Array.from({ length: 400_000 }, () => 1)
  })
  expect([lists.status, lists.json.error.fields.length, lists.text.length < 1_000]).toEqual([400, 1, true])
})
