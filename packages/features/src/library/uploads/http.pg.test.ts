import { openLibrary, writeTree } from "@media/testkit/Library"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { randomUUID } from "node:crypto"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { sweepUploads } from "./maintenance.ts"

let server: TestServer
let token: string
let root: string
let rootId: string
let libraryId: string
beforeAll(async () => {
  server = await startTestServer({ environment: { MEDIA_MAX_VIDEO_UPLOAD: String(400 * 1024 ** 2) } })
  token = (await server.setup()).token
  root = join(server.media, "uploads")
  mkdirSync(root)
  writeTree(root, { "Known.mp4": "known" })
  const library = await openLibrary(server, [root])
  await library.scan()
  libraryId = library.id
  rootId = library.roots[0]!.id
})
afterAll(() => server.stop())

/** A file that begins like an MP4. */
const video = (rest = "") => Buffer.concat([Buffer.from([0, 0, 0, 0x20]), Buffer.from(`ftypisom${rest}`)])
type Part = readonly [name: string, value: string | Buffer, file?: string]
const BOUNDARY = "----boundary"
const partHead = (name: string, file?: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? "" : `; filename="${file}"\r\nContent-Type: video/mp4`}\r\n\r\n`
const form = (parts: ReadonlyArray<Part>) =>
  Buffer.concat([
    ...parts.flatMap(([name, value, file]) => [
      Buffer.from(partHead(name, file)),
      Buffer.from(value as string),
      Buffer.from("\r\n")
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`)
  ])
const headers = (by = token) => ({
  authorization: `Bearer ${by}`,
  "content-type": `multipart/form-data; boundary=${BOUNDARY}`
})
interface Answer {
  readonly data?: { readonly id: string; readonly path: string; readonly status: string }
  readonly error?: { readonly code: string; readonly message: string }
}
const send = async (parts: ReadonlyArray<Part>, by = token, more: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${server.origin}/api/videos/upload`, {
    method: "POST",
    headers: { ...headers(by), ...more },
    body: form(parts)
  })
  const { data, error } = (await response.json()) as Answer
  const retryAfter = response.headers.get("retry-after")
  return { status: response.status, data, code: error?.code, message: error?.message, retryAfter }
}
const check = async (question: object, by = token) => {
  const { json, status } = await server.request("POST", "/api/videos/upload/check", {
    token: by,
    body: { libraryRootId: rootId, name: "New.mp4", size: 100, ...question }
  })
  return { status, ...(json.data as { itemId?: string; refusal?: object | null }), code: json.error?.code }
}
const field = (): Part => ["libraryRootId", rootId]
const temporary = () =>
  readdirSync(root, { recursive: true }).filter((name) => String(name).includes(".incoming"))

it("stores an uploaded file in its target folder and registers it like a scan", async () => {
  const sent = await send([field(), ["folder", "New/Über"], ["file", video("one"), "My Video.mp4"]])
  expect(sent).toMatchObject({
    status: 201,
    data: { path: "New/Über/My Video.mp4", status: "arriving", title: "My Video", libraryId }
  })
  expect(readFileSync(join(root, "New/Über/My Video.mp4"))).toEqual(video("one"))
  const jobs = await server.rows("select queue_name from job_runs where target_id = $1", [sent.data!.id])
  expect(jobs.map(({ queue_name }) => queue_name)).toContain("media-probe")
  const last = await send([["file", video("two"), "Last.mp4"], ["folder", ""], field()])
  expect(last).toMatchObject({ status: 201, data: { path: "Last.mp4" } })
  expect(temporary()).toEqual([])
  expect(await server.rows("select 1 from uploads")).toEqual([])
  const before = await server.rows("select id from items")
  await (await openLibraryAgain()).scan()
  expect(await server.rows("select id from items"), "a scan makes no second item").toHaveLength(before.length)
})

const openLibraryAgain = async () => {
  const { libraryScanProcessor } = await import("../scan/processor.ts")
  const { noteContext } = await import("@media/testkit/Library")
  return {
    scan: () => server.run(libraryScanProcessor.run({ libraryId, rootId }, noteContext()) as never)
  }
}

it("creates only one item if a scan finds the file at the same time", async () => {
  const { scan } = await openLibraryAgain()
  const sent = Array.from({ length: 3 }, (_, n) =>
    send([field(), ["file", video(`race ${n}`), `Race ${n}.mp4`]])
  )
  await Promise.all([...sent, scan(), scan()])
  const ids = (await Promise.all(sent)).map(({ data }) => data?.id)
  expect(new Set(ids).size).toBe(3)
  const rows = await server.rows("select item_id from item_files where path like 'Race %'")
  expect(rows.map(({ item_id }) => item_id).sort()).toEqual(ids.sort())
})

it("rejects an invalid upload with a reason and leaves no files behind", async () => {
  const before = readdirSync(root).sort()
  const member = await server.account({ username: "member", libraryIds: [libraryId] })
  const stranger = await server.account({ username: "stranger" })
  const file: Part = ["file", video(), "A.mp4"]
  const refusals = [
    [await send([field(), ["file", video(), "Known.mp4"]]), 409, "file_conflict"],
    [await send([["file", video(), "Known.mp4"], field()]), 409, "file_conflict"],
    [await send([field(), ["file", "<!doctype html><html>", "A.mp4"]]), 415, "unsupported_media_type"],
    [await send([field(), ["file", video(), "A.exe"]]), 415, "unsupported_media_type"],
    [await send([field(), ["file", video(), "A.png"]]), 415, "unsupported_media_type"],
    [await send([field(), ["file", "", "A.mp4"]]), 400, "validation"],
    [await send([field()]), 400, "validation"],
    [await send([file]), 400, "validation"],
    [await send([field(), ["folder", "../up"], file]), 400, "validation"],
    [await send([field(), ["folder", ".hidden"], file]), 400, "validation"],
    [
      await send([field(), ["folder", "Made/For it"], ["file", "text", "A.mp4"]]),
      415,
      "unsupported_media_type"
    ],
    [await send([field(), file, ["file", video(), "B.mp4"]]), 400, "validation"],
    [await send([["libraryRootId", libraryId], file]), 404, "not_found"],
    [await send([field(), file], member.token), 403, "admin_required"],
    [await send([file, field()], member.token), 403, "admin_required"],
    [await send([field(), file], token, { "idempotency-key": "1" }), 400, "validation"],
    [await send([field(), file], stranger.token), 404, "not_found"]
  ] as const
  for (const [answer, status, code] of refusals)
    expect(answer, answer.message).toMatchObject({ status, code })
  expect(readdirSync(root).sort()).toEqual(before)
  expect(readFileSync(join(root, "Known.mp4"), "utf8")).toBe("known")
  expect(await server.rows("select 1 from uploads")).toEqual([])
  expect(
    existsSync(join(server.folder, "data/cache/incoming"))
      ? readdirSync(join(server.folder, "data/cache/incoming"))
      : []
  ).toEqual([])
})

it("sanitizes file names and does not follow links", async () => {
  const named = async (name: string) => (await send([field(), ["file", video(name), name]])).data?.path
  expect(await named("../../etc/Evil.mp4")).toBe("Evil.mp4")
  expect(await named("C:\\Videos\\Holiday.mp4")).toBe("Holiday.mp4")
  expect(await named("CON.mp4")).toBe("_CON.mp4")
  expect(await named("...hidden.mp4")).toBe("hidden.mp4")
  expect(await named("a<b>:c?.mp4")).toBe("a_b__c_.mp4")
  expect(await named("Cafe\u0301.mp4")).toBe("Caf\u00e9.mp4")
  expect(await named("Фильм.mp4")).toBe("Фильм.mp4")
  expect(await named("映画 🎬.mp4")).toBe("映画 🎬.mp4")
  expect(Buffer.byteLength((await named(`${"ü".repeat(300)}.mp4`))!)).toBeLessThanOrEqual(255)
  const outside = join(server.folder, "outside")
  mkdirSync(outside)
  symlinkSync(outside, join(root, "link"))
  const over = await send([field(), ["folder", "link"], ["file", video(), "A.mp4"]])
  expect([over.status, readdirSync(outside)]).toEqual([400, []])
})

/** Sends a file of `total` bytes, and disconnects after `stop` bytes. Returns the status of the response. */
const stream = (name: string, total: number, stop = total) =>
  new Promise<{ status: number }>((resolve, reject) => {
    const head = Buffer.concat([
      Buffer.from(partHead("libraryRootId") + `${rootId}\r\n` + partHead("file", name)),
      video()
    ])
    const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
    const outgoing = httpRequest(`${server.origin}/api/videos/upload`, {
      method: "POST",
      headers: { ...headers(), "content-length": head.length + total + tail.length }
    })
    outgoing.on("error", reject).on("response", (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0 })
    })
    outgoing.write(head)
    const block = Buffer.alloc(1024 ** 2, 7)
    let sent = 0
    const next = (): void => {
      while (sent < stop) {
        sent += block.length
        if (!outgoing.write(block)) return void outgoing.once("drain", next)
      }
      if (stop < total) setTimeout(() => outgoing.destroy(), 200)
      else outgoing.end(tail)
    }
    next()
  })

it("receives a file of 300 MB without keeping it in memory", async () => {
  const total = 300 * 1024 ** 2
  let most = 0
  const begun = process.memoryUsage().rss
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  expect(await stream("Large.mp4", total)).toEqual({ status: 201 })
  clearInterval(watching)
  expect(statSync(join(root, "Large.mp4")).size).toBe(total + video().length)
  // The limit is higher than the memory that the server needs for an upload, because the client runs in the same
  // process in this test.
  expect((most - begun) / 1024 ** 2).toBeLessThan(150)

  await stream("Broken.mp4", total, 20 * 1024 ** 2).catch(() => undefined)
  await eventually(() => temporary().length === 0)
  await eventually(async () => (await server.rows("select 1 from uploads")).length === 0)
  expect(existsSync(join(root, "Broken.mp4"))).toBe(false)
})

it("deletes the files of a killed upload, but keeps the files of active uploads", async () => {
  const know = (name: string, made = 0) =>
    server.rows(
      "insert into uploads (id, root_id, path_bytes, made, begun_at) values (gen_random_uuid(), $1, $2, $3, now() - interval '1 hour')",
      [rootId, Buffer.from(name), made]
    )
  const put = async (name: string, minutes: number, made = 0) => {
    const path = join(root, name)
    mkdirSync(join(path, ".."), { recursive: true })
    writeFileSync(path, "half")
    const at = new Date(Date.now() - minutes * 60_000)
    utimesSync(path, at, at)
    await know(name, made)
  }
  mkdirSync(join(root, "Was here"))
  await put("Was here/Left/Über/.incoming-deep", 30, 2)
  await put("Used/.incoming-used", 30, 1)
  writeFileSync(join(root, "Used", "other.txt"), "mine")
  // Simulates a server that was killed after it had created only some of the folders of an upload.
  mkdirSync(join(root, "Half made"))
  await know("Half made/Never made/.incoming-early", 2)
  await put(".incoming-dead", 30)
  await put(".incoming-living", 0)
  await server.run(sweepUploads as never)
  expect(temporary()).toEqual([".incoming-living"])
  expect(await server.rows("select 1 from uploads")).toHaveLength(1)
  expect(
    ["Was here", "Was here/Left", "Used", "Half made"].map((name) => existsSync(join(root, name)))
  ).toEqual([true, false, true, false])
  rmSync(join(root, ".incoming-living"))
})

it("deletes the empty file that a killed upload left under its final name, but no other files", async () => {
  const hour = new Date(Date.now() - 3_600_000)
  const begun = new Date(Date.now() - 1_800_000)
  const know = (temporary: string, name: string) =>
    server.rows(
      "insert into uploads (id, root_id, path_bytes, name_bytes, made, begun_at) values (gen_random_uuid(), $1, $2, $3, 0, now() - interval '30 minutes')",
      [rootId, Buffer.from(temporary), Buffer.from(name)]
    )
  const put = (name: string, content: string, time: Date) => {
    writeFileSync(join(root, name), content)
    utimesSync(join(root, name), time, time)
  }
  put(".incoming-a", "whole", begun)
  put("Taken.mp4", "", begun)
  await know(".incoming-a", "Taken.mp4")
  put(".incoming-b", "whole", begun)
  put("Older.mp4", "", hour)
  await know(".incoming-b", "Older.mp4")
  put("Named.mp4", "", begun)
  await know(".incoming-c", "Named.mp4")
  await server.run(sweepUploads as never)
  const left = ["Taken.mp4", "Older.mp4", "Named.mp4"].filter((name) => existsSync(join(root, name)))
  expect(left).toEqual(["Older.mp4", "Named.mp4"])
  expect(temporary()).toEqual([])
  for (const name of left) rmSync(join(root, name))
})

const sendOnce = (key: string, name: string, content: Buffer) =>
  send([field(), ["file", content, name]], token, { "idempotency-key": key })

it("returns the result of the first upload if it is repeated with the same key", async () => {
  const key = randomUUID()
  const first = await sendOnce(key, "Once.mp4", video("once"))
  expect(first.status).toBe(201)
  expect(await sendOnce(key, "Once.mp4", video("once"))).toMatchObject({
    status: 201,
    data: { id: first.data!.id }
  })
  expect(await check({ name: "Once.mp4", idempotencyKey: key })).toMatchObject({
    itemId: first.data!.id,
    refusal: null
  })
  expect(await sendOnce(key, "Other.mp4", video())).toMatchObject({
    status: 422,
    code: "idempotency_key_reused"
  })
  expect(await sendOnce(randomUUID(), "Once.mp4", video())).toMatchObject({ status: 409 })

  const both = randomUUID()
  const two = await Promise.all([1, 2].map(() => sendOnce(both, "Both.mp4", video("both"))))
  expect(two.map(({ data, status }) => [status, data?.id])).toEqual(two.map(() => [201, two[0]!.data!.id]))
  expect(temporary()).toEqual([])
})

it("registers the file of an upload that was killed before it created the item", async () => {
  const key = randomUUID()
  const { data } = await sendOnce(key, "Killed.mp4", video("killed"))
  // Resets the receipt to its state after the file got its final name, but before the item was created.
  const path = join(root, "Killed.mp4")
  const { ino, mtimeMs, size } = statSync(path)
  const setBack = (mark: string) =>
    server.rows("update command_receipts set result = $2::jsonb where key = $1", [
      key,
      JSON.stringify({ file: mark })
    ])
  await setBack(`${ino} ${size} ${Math.floor(mtimeMs)}`)
  expect(await check({ name: "Killed.mp4", idempotencyKey: key })).toMatchObject({ refusal: null })
  expect(await sendOnce(key, "Killed.mp4", video("killed"))).toMatchObject({
    status: 201,
    data: { id: data!.id }
  })
  await setBack("1 1 1")
  expect(await sendOnce(key, "Killed.mp4", video("killed"))).toMatchObject({ status: 409 })
})

it("returns the reason for rejecting a file before the client uploads the file", async () => {
  const member = await server.account({ username: "asks", libraryIds: [libraryId] })
  const stranger = await server.account({ username: "asks-too" })
  const head = (content: Buffer | string) => ({ head: Buffer.from(content as string).toString("base64") })
  const before = readdirSync(root).sort()
  expect(await check({ ...head(video()), folder: "Not/There/Yet" })).toMatchObject({
    status: 200,
    refusal: null
  })
  const refusals = [
    [{ name: "Known.mp4" }, 409, "file_conflict"],
    [head("<!doctype html>"), 415, "unsupported_media_type"],
    [{ name: "A.exe" }, 415, "unsupported_media_type"],
    [{ name: "mp4" }, 400, "validation"],
    [{ folder: "../up" }, 400, "validation"],
    [{ size: 401 * 1024 ** 2 }, 413, "payload_too_large"]
  ] as const
  for (const [question, status, code] of refusals)
    expect(await check(question), code).toMatchObject({ refusal: { status, code } })
  renameSync(root, `${root}-away`)
  expect(await check({})).toMatchObject({ refusal: { status: 409, code: "folder_missing" } })
  expect(await send([field(), ["file", video(), "A.mp4"]])).toMatchObject({
    status: 409,
    code: "folder_missing"
  })
  renameSync(`${root}-away`, root)
  expect(await check({}, member.token)).toMatchObject({ status: 403, code: "admin_required" })
  expect(await check({}, stranger.token)).toMatchObject({ status: 404, code: "not_found" })
  expect(readdirSync(root).sort()).toEqual(before)
})

it("rejects a file that is not a video before the upload ends", async () => {
  // The file is larger than the socket buffers, so the response arrives before the client has sent the whole file.
  const content = Buffer.alloc(16 * 1024 ** 2, "x")
  expect(await send([field(), ["file", content, "Text.mp4"]])).toMatchObject({
    status: 415,
    code: "unsupported_media_type"
  })
  expect(temporary()).toEqual([])
})

it("accepts at most three concurrent uploads per account", async () => {
  const slow = Array.from({ length: 3 }, (_, n) => {
    const outgoing = httpRequest(`${server.origin}/api/videos/upload`, {
      method: "POST",
      headers: { ...headers(), "content-length": 1_000_000 }
    })
    outgoing.on("error", () => undefined)
    outgoing.write(partHead("libraryRootId") + `${rootId}\r\n` + partHead("file", `Slow ${n}.mp4`))
    outgoing.write(video())
    return outgoing
  })
  await eventually(() => temporary().length === 3)
  const fourth = () => send([field(), ["file", video("fourth"), "Fourth.mp4"]])
  expect(await fourth()).toMatchObject({ status: 429, code: "too_many_uploads", retryAfter: "5" })
  for (const outgoing of slow) outgoing.destroy()
  await eventually(() => temporary().length === 0)
  await eventually(async () => (await fourth()).status !== 429)
  expect(existsSync(join(root, "Fourth.mp4"))).toBe(true)
})
