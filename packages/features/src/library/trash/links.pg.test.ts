import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { TRASH_FOLDER } from "../../catalog/items/ids.ts"
import { tidyTrash } from "./tidy.ts"

// An attacker with write access to a media folder creates links with names that the server will write, rename or
// delete.

let server: TestServer
let token: string
let n = 0
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

let root: string
let outside: string
beforeEach(() => {
  n += 1
  root = join(server.media, `library-${n}`)
  outside = join(server.folder, `outside-${n}`)
  mkdirSync(root)
  mkdirSync(outside)
})

const videoIn = async (files: Record<string, string>) => {
  writeTree(root, files)
  const library = await openLibrary(server, [root], { name: `Library ${n}` })
  await library.scan()
  const [video] = (await library.videos()).filter(({ library_id }) => library_id === library.id)
  return video!.id
}
const remove = (id: string) =>
  server.request("DELETE", `/api/videos/${id}?deleteFile=true`, { token }).then(({ status }) => status)
const trash = () => join(root, TRASH_FOLDER)
const tidy = () => server.run(tidyTrash({ log: () => Effect.void }))

it.each([
  ["an existing file", "secret"],
  ["a name that does not exist", undefined]
])("writes its note file without following a planted link to %s", async (_, content) => {
  const target = join(outside, "target")
  if (content !== undefined) writeFileSync(target, content)
  const id = await videoIn({ "Heat.mp4": "heat" })
  mkdirSync(trash())
  symlinkSync(target, join(trash(), `${id}.json`))
  expect(await remove(id)).toBe(200)
  expect(existsSync(target) ? readFileSync(target, "utf8") : undefined).toBe(content)
  expect(JSON.parse(readFileSync(join(trash(), `${id}.json`), "utf8"))).toMatchObject({ path: "Heat.mp4" })
  expect(readdirSync(trash()).sort()).toEqual([id, `${id}.json`])
})

it("leaves the file in place if its note cannot be written", async () => {
  const id = await videoIn({ "Heat.mp4": "heat" })
  mkdirSync(join(trash(), `${id}.json`), { recursive: true })
  expect(await remove(id)).toBe(409)
  expect(readFileSync(join(root, "Heat.mp4"), "utf8")).toBe("heat")
  expect(readdirSync(trash())).not.toContainEqual(expect.stringMatching(/\.tmp$/))
})

it.each(["the trash", "the item's folder in the trash"])("rejects a link in place of %s", async (what) => {
  const id = await videoIn({ "Heat.mp4": "heat" })
  if (what === "the trash") symlinkSync(outside, trash())
  else {
    mkdirSync(trash())
    symlinkSync(outside, join(trash(), id))
  }
  expect(await remove(id)).toBe(409)
  expect(readdirSync(outside)).toEqual([])
  expect(readFileSync(join(root, "Heat.mp4"), "utf8")).toBe("heat")
})

it("deletes links, but not their targets, when it empties the trash", async () => {
  const id = await videoIn({ "Heat.mp4": "heat" })
  writeFileSync(join(outside, "mine"), "mine")
  expect(await remove(id)).toBe(200)
  const own = join(trash(), id)
  mkdirSync(join(own, "a", "b"), { recursive: true })
  writeFileSync(join(own, "a", "b", "file"), "")
  writeFileSync(Buffer.concat([Buffer.from(`${own}/a/`), Buffer.from([0xff, 0xfe])]), "no UTF-8")
  symlinkSync(outside, join(own, "a", "link"))
  symlinkSync(join(outside, "mine"), join(own, "file link"))
  const { status } = await server.request("DELETE", `/api/trash/${id}`, { token })
  expect(status).toBe(200)
  await tidy()
  expect(readdirSync(trash())).toEqual([])
  expect(readFileSync(join(outside, "mine"), "utf8")).toBe("mine")
})
