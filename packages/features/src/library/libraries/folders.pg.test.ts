import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let token = ""
let member = ""
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  member = (await server.account({ username: "maker", mayCreateLibraries: true })).token
  mkdirSync(join(server.folder, "data/cache/hls/one"), { recursive: true })
  mkdirSync(join(server.folder, "elsewhere"))
})
afterAll(() => server.stop())

const folder = (name: string): string => {
  mkdirSync(join(server.media, name), { recursive: true })
  return join(server.media, name)
}
const create = (path: string | ReadonlyArray<string>, by = token) =>
  server.request("POST", "/api/libraries", {
    token: by,
    body: { name: "Films", contents: ["videos"], roots: [path].flat().map((path) => ({ path })) }
  })
const link = (name: string, target: string): string => {
  rmSync(join(server.media, name), { force: true })
  symlinkSync(target, join(server.media, name))
  return join(server.media, name)
}

describe("a folder that libraries may not use", () => {
  it.each([
    "/proc",
    "/proc/self/cwd",
    "/proc/1/root",
    "/sys/class",
    "/dev",
    "/dev/fd",
    "/dev/shm",
    "/run",
    "/var/run"
  ])("rejects %s as a system folder, even through a link", async (path) => {
    for (const asked of [path, `${path}/`, `/tmp/..${path}`]) {
      const { json, status } = await create(asked)
      expect([asked, status, json.error.code]).toEqual([asked, 400, "root_unusable"])
    }
    // These two paths are links themselves and may lead to an ordinary folder, for which the error message is
    // different.
    if (["/proc/self/cwd", "/proc/1/root"].includes(path)) return
    const { json } = await create(link("to-system", path))
    expect(json.error.message).toMatch(/belongs to the operating system|does not exist/)
  })

  it("rejects the server's own folders with an explanation for administrators", async () => {
    const own = join(server.folder, "data")
    for (const path of [
      own,
      join(own, "cache"),
      join(own, "cache/hls"),
      join(own, "cache/hls/one"),
      link("own", own)
    ]) {
      const { json, status } = await create(path)
      expect([path, status]).toEqual([path, 400])
      expect(json.error.message).toContain("the server stores its own files in this folder")
    }
    expect((await create(join(link("own", own), "cache"))).status).toBe(400)
    // The server's own folder is `data`. A different folder is allowed even if its name starts with `data`.
    mkdirSync(join(server.folder, "data-films"))
    expect((await create(join(server.folder, "data-films"))).status).toBe(201)
  })

  it("rejects changing the path of a root to a folder that libraries may not use", async () => {
    const { json } = await create(folder("changed"))
    const { id, roots } = json.data
    const changed = await server.request("PATCH", `/api/libraries/${id}`, {
      token,
      body: { roots: [{ id: roots[0].id, path: join(server.folder, "data/cache") }] }
    })
    expect([changed.status, changed.json.error.code]).toEqual([400, "root_unusable"])
  })
})

describe("a member who may create libraries", () => {
  it("may use the folders configured for members, however the path is written", async () => {
    expect((await create(folder("mine"), member)).status).toBe(201)
    expect((await create(`${folder("mine2")}/`, member)).status).toBe(201)
    expect((await create(`${server.media}/./mine2/../${folder("mine3").slice(-5)}`, member)).status).toBe(201)
    folder("target")
    expect((await create(link("inside", join(server.media, "target")), member)).status).toBe(201)
  })

  it("gets the same error for every rejected folder", async () => {
    await create(folder("hidden"))
    writeFileSync(join(server.media, "file"), "x")
    const refused = [
      join(server.folder, "elsewhere"),
      join(server.folder, "no-such-folder"),
      join(server.folder, "data/cache/hls"),
      join(server.media, "../data/cache/hls"),
      `${server.media}-other`,
      link("out", join(server.folder, "elsewhere")),
      link("up", ".."),
      link("cache", join(server.folder, "data/cache")),
      join(server.media, "nothing"),
      join(server.media, "file"),
      join(server.media, "hidden"),
      join(server.media, "hidden/../hidden/."),
      server.media,
      "relative",
      "/",
      "/proc",
      "/proc/self/cwd",
      "/etc",
      "/root",
      homedir()
    ]
    const answers = new Set<string>()
    for (const path of refused) {
      const { json, status } = await create(path, member)
      expect([path, status]).toEqual([path, 400])
      answers.add(JSON.stringify({ ...json, requestId: undefined }))
    }
    expect([...answers]).toHaveLength(1)
    const message = JSON.parse([...answers][0]!).error.message
    expect(message).not.toContain("/")
    // A request with a rejected folder fails even if it also contains a valid folder.
    expect((await create([folder("good"), "/etc"], member)).status).toBe(400)
    expect((await create([folder("good"), join(server.media, "good")], member)).status).toBe(400)
    expect(
      (
        await create(
          Array.from({ length: 50 }, (_, n) => `/etc/${n}`),
          member
        )
      ).status
    ).toBe(400)
    expect((await server.get("/api/libraries/browse?path=/", member)).status).toBe(403)
  })
})
