import { EventStore } from "@media/event-store/EventStore"
import { administrator, openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync
} from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { removeItems } from "./commands.ts"
import { trashDecider } from "./decider.ts"
import { TRASH_FOLDER } from "../../catalog/items/ids.ts"
import { tidyTrash } from "./tidy.ts"

let server: TestServer
let token: string
let n = 0
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

let root: string
beforeEach(() => {
  n += 1
  root = join(server.media, `library-${n}`)
  mkdirSync(root)
})

const ask = async (method: string, path: string, body?: unknown) => {
  const { json, status } = await server.request(method, path, {
    token,
    ...(body === undefined ? {} : { body })
  })
  return {
    status,
    data: json.data,
    code: json.error?.code as string | undefined,
    message: json.error?.message
  }
}
const opened = async (files: Record<string, string>) => {
  writeTree(root, files)
  const library = await openLibrary(server, [root], { name: `Library ${n}` })
  const videos = async () => (await library.videos()).filter(({ library_id }) => library_id === library.id)
  return { ...library, videos }
}
const inTrash = (id: string) => {
  const folder = join(root, TRASH_FOLDER, id)
  return existsSync(folder) ? readdirSync(folder).sort() : []
}
const tidy = () => server.run(tidyTrash({ log: () => Effect.void }))
const listed = async (libraryId: string) =>
  (await ask("GET", `/api/videos?libraryId=${libraryId}`)).data.items.map(
    ({ title }: { title: string }) => title
  )

it("moves a file and its adjacent files to the trash, and restores the item with the same id", async () => {
  const library = await opened({
    "a/Heat.mp4": "heat",
    "a/Heat.en.srt": "subtitles",
    "a/Heat.nfo": "note",
    "a/Heat-thumb.jpg": "made here",
    "a/Heat 2.mp4": "another video",
    "a/Heat 2.srt": "its subtitles",
    "a/notes.txt": "mine"
  })
  await library.scan()
  const [video] = (await library.videos()).filter(({ path }) => path === "a/Heat.mp4")
  const { id } = video!
  await ask("PUT", `/api/videos/${id}/rating`, { rating: 80 })
  await ask("PUT", `/api/videos/${id}/favorite`)
  await ask("PUT", `/api/videos/${id}/progress`, { position: 3, duration: 60 })

  const removed = await ask("DELETE", `/api/videos/${id}?deleteFile=true`)
  expect(removed).toMatchObject({
    status: 200,
    data: { id, path: "a/Heat.mp4", withFile: true, isMoving: false }
  })
  expect(removed.data.files).toEqual(["Heat.mp4", "Heat-thumb.jpg", "Heat.en.srt", "Heat.nfo"])
  expect(inTrash(id)).toEqual(["Heat-thumb.jpg", "Heat.en.srt", "Heat.mp4", "Heat.nfo"])
  expect(JSON.parse(readFileSync(join(root, TRASH_FOLDER, `${id}.json`), "utf8"))).toMatchObject({
    path: "a/Heat.mp4"
  })
  expect(readdirSync(join(root, "a")).sort()).toEqual(["Heat 2.mp4", "Heat 2.srt", "notes.txt"])
  for (const path of ["", "/thumbnail"])
    expect((await ask("GET", `/api/videos/${id}${path}`)).status).toBe(404)
  expect((await server.get(`/api/video-stream/${id}/source`, token)).status).toBe(404)
  expect((await ask("DELETE", `/api/videos/${id}`)).status).toBe(404)
  expect(await library.scan()).toMatchObject({ added: 0, missing: 0, moved: 0 })
  expect(await listed(library.id)).toEqual(["Heat 2"])
  expect((await ask("GET", "/api/trash")).data.items).toMatchObject([
    { id, title: "Heat", removedBy: "root" }
  ])

  expect((await ask("POST", `/api/trash/${id}/restore`)).status).toBe(200)
  expect(readdirSync(join(root, "a"))).toHaveLength(7)
  expect(readdirSync(join(root, TRASH_FOLDER))).toEqual([])
  expect((await ask("GET", `/api/videos/${id}`)).data).toMatchObject({
    id,
    title: "Heat",
    libraryId: library.id,
    isMissing: false,
    userState: { rating: 80, isFavorite: true, position: 3 }
  })
  expect(await library.scan()).toMatchObject({ added: 0, missing: 0, found: 0 })
  expect((await ask("POST", `/api/trash/${id}/restore`)).status).toBe(404)
  const told = (await ask("GET", `/api/history?target=${id}&kind=items`)).data.items
  expect(told.map(({ type }: { type: string }) => type)).toEqual(["item.restored.v1", "item.trashed.v1"])
})

it("removes an item but keeps its file, which later scans skip", async () => {
  const library = await opened({ "Keep.mp4": "keep", "Other.mp4": "other" })
  await library.scan()
  const [{ id }] = (await library.videos()) as never as [{ id: string }]
  expect((await ask("DELETE", `/api/videos/${id}`)).data).toMatchObject({ withFile: false, files: [] })
  expect(readdirSync(root).sort()).toEqual(["Keep.mp4", "Other.mp4"])
  expect(await library.scan()).toMatchObject({ added: 0, missing: 0, unchanged: 2 })
  expect((await library.scanResults())["Keep.mp4"]).toMatch(/^ignored: It was removed from the library/)
  expect((await ask("POST", `/api/trash/${id}/restore`)).status).toBe(200)
  expect((await ask("GET", `/api/videos/${id}`)).data).toMatchObject({
    isMissing: false,
    libraryId: library.id
  })
  expect(await library.scan()).toMatchObject({ added: 0, unchanged: 2 })

  await ask("DELETE", `/api/videos/${id}`)
  writeTree(root, { "Keep.mp4": "another content of another size" })
  expect(await library.scan()).toMatchObject({ added: 1 })
  expect(await ask("POST", `/api/trash/${id}/restore`)).toMatchObject({ status: 409, code: "conflict" })
})

it("permanently deletes a single item, all items in the trash, and items that expired after 30 days", async () => {
  const library = await opened({ "A.mp4": "a", "B.mp4": "bb", "C.mp4": "ccc", "D.mp4": "dddd" })
  await library.scan()
  const ids = (await library.videos()).map(({ id }) => id)
  await ask("PUT", `/api/videos/${ids[0]}/favorite`)
  for (const id of ids) await ask("DELETE", `/api/videos/${id}?deleteFile=${id !== ids[3]}`)
  expect(readdirSync(root).sort()).toEqual([TRASH_FOLDER, "D.mp4"])

  expect((await ask("DELETE", `/api/trash/${ids[0]}`)).status).toBe(200)
  expect(inTrash(ids[0]!)).toEqual([])
  expect(await server.rows("select 1 from user_items where item_id = $1", [ids[0]])).toEqual([])
  expect(await server.rows("select 1 from items where id = $1", [ids[0]])).toEqual([])

  await server.rows("update trashed_items set removed_at = now() - interval '31 days' where item_id = $1", [
    ids[1]
  ])
  expect(await tidy()).toMatchObject({ expired: 1 })
  expect([inTrash(ids[1]!), inTrash(ids[2]!)]).toEqual([[], ["C.mp4"]])

  const { data } = await ask("DELETE", "/api/trash")
  expect(data.purged).toBeGreaterThanOrEqual(2)
  await tidy()
  expect(readdirSync(join(root, TRASH_FOLDER))).toEqual([])
  expect(await server.rows("select 1 from trashed_items")).toEqual([])
  expect(readdirSync(root).sort(), "a kept file is not deleted").toEqual([TRASH_FOLDER, "D.mp4"])
  expect(await library.scan()).toMatchObject({ added: 0 })
})

it("never replaces an existing file when it restores an item", async () => {
  const library = await opened({ "A.mp4": "a", "B.mp4": "stays" })
  await library.scan()
  const { id } = (await library.videos())[0]!
  await ask("DELETE", `/api/videos/${id}?deleteFile=true`)
  writeTree(root, { "A.mp4": "a stranger" })
  expect(await ask("POST", `/api/trash/${id}/restore`)).toMatchObject({
    status: 409,
    code: "file_not_movable",
    message: expect.stringContaining("Another file now has this name")
  })
  expect(readFileSync(join(root, "A.mp4"), "utf8")).toBe("a stranger")
  expect(inTrash(id)).toEqual(["A.mp4"])
  rmSync(join(root, "A.mp4"))
  expect((await ask("POST", `/api/trash/${id}/restore`)).status).toBe(200)
  expect(readFileSync(join(root, "A.mp4"), "utf8")).toBe("a")
})

it("keeps removed items whose disk is disconnected", async () => {
  const library = await opened({ "Heat.mp4": "heat" })
  await library.scan()
  const [{ id } = { id: "" }] = await library.videos()
  await ask("DELETE", `/api/videos/${id}?deleteFile=true`)
  renameSync(root, `${root}-away`)
  mkdirSync(root)
  expect(await ask("POST", `/api/trash/${id}/restore`)).toMatchObject({
    status: 409,
    message: "The file is not in the trash of its folder. Is its disk connected?"
  })
  rmSync(root, { recursive: true })
  renameSync(`${root}-away`, root)
  expect((await ask("POST", `/api/trash/${id}/restore`)).status).toBe(200)
  expect(readFileSync(join(root, "Heat.mp4"), "utf8")).toBe("heat")
})

it("refuses to move links, files behind links, and files in read-only folders", async () => {
  const library = await opened({
    "real/A.mp4": "a",
    "real/C.mp4": "ccc",
    "swap/B.mp4": "bb",
    "closed/D.mp4": "dddd"
  })
  symlinkSync(join(root, "real/A.mp4"), join(root, "link.mp4"))
  await library.scan()
  const idOf = async (path: string) => (await library.videos()).find((video) => video.path === path)!.id
  const refusal = async (path: string) => {
    const { code, message } = await ask("DELETE", `/api/videos/${await idOf(path)}?deleteFile=true`)
    expect(code).toBe("file_not_movable")
    expect((await ask("GET", `/api/videos/${await idOf(path)}`)).status).toBe(200)
    return message
  }
  expect(await refusal("link.mp4")).toMatch(/symbolic link, which the server does not move/)
  const outside = join(server.folder, `outside-${n}`)
  renameSync(join(root, "swap"), outside)
  symlinkSync(outside, join(root, "swap"))
  expect(await refusal("swap/B.mp4")).toMatch(/path of the file contains a symbolic link/)
  expect(readdirSync(outside)).toEqual(["B.mp4"])
  if (process.geteuid?.() !== 0) {
    chmodSync(join(root, "closed"), 0o555)
    expect(await refusal("closed/D.mp4")).toMatch(/no permission/)
    chmodSync(join(root, "closed"), 0o755)
  }
  // The trash folder itself is replaced with a link to another folder.
  rmSync(join(root, TRASH_FOLDER), { recursive: true })
  symlinkSync(outside, join(root, TRASH_FOLDER))
  expect(await refusal("real/C.mp4")).toMatch(/symbolic link/)
  expect(readdirSync(outside)).toEqual(["B.mp4"])
})

it("finishes moving files after the server was killed at any point", async () => {
  const library = await opened({ "A.mp4": "a", "A.srt": "s", "B.mp4": "bb", "C.mp4": "ccc" })
  await library.scan()
  const [a, b, c] = (await library.videos()).map(({ id }) => id) as [string, string, string]
  // The server was killed right after the event, before any file was moved.
  await server.run(removeItems(administrator, [a, b], { withFile: true }))
  expect(readdirSync(root).sort()).toEqual(["A.mp4", "A.srt", "B.mp4", "C.mp4", TRASH_FOLDER].sort())
  expect(await listed(library.id)).toEqual(["C"])
  // A scan before the move is finished must not create new items for these files.
  expect(await library.scan()).toMatchObject({ added: 0, missing: 0 })
  // The server was killed after it moved the media file of item A, but not its subtitle. Another program replaced the
  // media file of item B.
  mkdirSync(join(root, TRASH_FOLDER, a), { recursive: true })
  renameSync(join(root, "A.mp4"), join(root, TRASH_FOLDER, a, "A.mp4"))
  writeTree(root, { "B.mp4": "a stranger's" })
  await tidy()
  expect([inTrash(a), inTrash(b)]).toEqual([["A.mp4", "A.srt"], []])
  expect(readFileSync(join(root, "B.mp4"), "utf8")).toBe("a stranger's")
  // The server was killed right after the event that starts a restore, before any file was moved back.
  await ask("DELETE", `/api/videos/${c}?deleteFile=true`)
  await server.run(
    Effect.flatMap(EventStore, (store) =>
      store.execute({ streamId: c, decider: trashDecider, command: { _tag: "StartRestore" }, meta: {} })
    )
  )
  await tidy()
  expect((await ask("GET", `/api/videos/${c}`)).data).toMatchObject({ isMissing: false })
  expect(readFileSync(join(root, "C.mp4"), "utf8")).toBe("ccc")
})

it("removes many items only if the request contains their exact number", async () => {
  const library = await opened({ "A.mp4": "a", "B.mp4": "bb", "C.mp4": "ccc" })
  await library.scan()
  const target = { filter: { kind: "video", libraryId: library.id } }
  expect((await ask("POST", "/api/items/remove", { ...target, expected: 2, deleteFile: true })).code).toBe(
    "selection_changed"
  )
  const { data } = await ask("POST", "/api/items/remove", { ...target, expected: 3, deleteFile: true })
  expect(data).toMatchObject({ matched: 3, changed: 3, failedCount: 0 })
  expect(await library.videos()).toEqual([])
  await tidy()
  expect(readdirSync(root)).toEqual([TRASH_FOLDER])
  const member = await server.account({ username: `member${n}`, libraryIds: [library.id] })
  expect((await server.get("/api/trash", member.token)).status).toBe(403)
})

it("deletes the trash entries of a removed library, but not the files in the trash", async () => {
  const library = await opened({ "A.mp4": "a", "B.mp4": "bb" })
  await library.scan()
  const { id } = (await library.videos())[0]!
  await ask("DELETE", `/api/videos/${id}?deleteFile=true`)
  await ask("DELETE", `/api/libraries/${library.id}`, { confirm: true })
  await library.cleanUp()
  expect(await server.rows("select 1 from trashed_items where item_id = $1", [id])).toEqual([])
  expect(await server.rows("select 1 from items where id = $1", [id])).toEqual([])
  expect(inTrash(id)).toEqual(["A.mp4"])
})
