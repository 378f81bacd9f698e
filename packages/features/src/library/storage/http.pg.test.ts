import { noteContext, openLibrary, writeTree } from "@media/testkit/Library"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { record as recordOfPreview } from "../../playback/previews/record.ts"
import { recordOfPicture } from "../../playback/pictures/keep.ts"
import type { MaintenanceReport, StorageUsage } from "./contract.ts"
import { clearGeneratedFiles } from "./clear.ts"
import type { ClearableKind } from "../libraries/queue.ts"
import { GeneratedFiles, generatedFilesIn } from "./GeneratedFiles.ts"
import { tidyGeneratedFiles } from "./tidy.ts"
import { askForGeneratedFilesWork } from "./maintenance.ts"

let server: TestServer
let token: string
let data: string
let n = 0
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  data = join(server.folder, "data")
})
afterAll(() => server.stop())

let root: string
beforeEach(() => {
  n += 1
  rmSync(join(data, "cache/hls"), { recursive: true, force: true })
  root = join(server.media, `library-${n}`)
  mkdirSync(root)
})

const ask = async (method: string, path: string, body?: unknown) => {
  const { json, status } = await server.request(method, path, {
    token,
    ...(body === undefined ? {} : { body })
  })
  return { status, data: json.data, code: json.error?.code }
}
const withMade = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.provideService(work, GeneratedFiles, generatedFilesIn({ cache: join(data, "cache"), data }))
const tidy = (): Promise<MaintenanceReport> => server.run(withMade(tidyGeneratedFiles(noteContext())))
const clear = (kind: ClearableKind, libraryId?: string): Promise<MaintenanceReport> =>
  server.run(
    withMade(clearGeneratedFiles(libraryId === undefined ? { kind } : { kind, libraryId }, noteContext()))
  )
const wantAdjacent = async (isWanted: boolean) => {
  const { status } = await ask("PATCH", "/api/settings", { metadata_storage_dedicated: !isWanted })
  expect(status).toBe(200)
}

const opened = async (files: Record<string, string>) => {
  writeTree(root, files)
  const library = await openLibrary(server, [root], { name: `Library ${n}` })
  await library.scan()
  const idOf = async (path: string) =>
    (await library.videos()).find((video) => video.library_id === library.id && video.path === path)!.id
  return { ...library, idOf }
}
const VERSION = "0123456789ab"
const cached = (kind: string, id: string) => join(data, kind === "own-pictures" ? kind : `cache/${kind}`, id)
const inCache = (kind: string, id: string) =>
  existsSync(cached(kind, id)) ? readdirSync(cached(kind, id)).sort() : []
const write = (kind: string, id: string, files: Record<string, string>, hoursOld = 0) => {
  writeTree(cached(kind, id), files)
  for (const name of Object.keys(files)) age(join(cached(kind, id), name), hoursOld)
}
const age = (path: string, hours: number) => {
  const seconds = Date.now() / 1_000 - hours * 3_600
  utimesSync(path, seconds, seconds)
}
/** Writes the pictures of an item and records them, like the `image-thumbnail` job. */
const pictured = async (id: string, path: string, version = VERSION) => {
  write("pictures", id, { [`${version}-320.webp`]: "small", [`${version}-640.webp`]: "large" })
  const { mtimeMs, size } = statSync(join(root, path))
  const made = { size, mtimeMs: Math.floor(mtimeMs), version, width: 640, height: 360, thumbHash: "AAAA" }
  expect(await server.run(recordOfPicture(id, { _tag: "RecordPicture", made, choice: null }, {}))).toBe(true)
}
const SHEETS = "aaaabbbbcccc"
const CLIP = "ddddeeeeffff"
/** Writes the thumbnails and the clip of an item and records them, like the `preview` job. */
const previewed = async (id: string, path: string) => {
  write("previews", id, { [`${SHEETS}-0.jpg`]: "sheet", [`${CLIP}.mp4`]: "a clip" })
  const { mtimeMs, size } = statSync(join(root, path))
  const stamp = { size, mtimeMs: Math.floor(mtimeMs) }
  const cells = { cellWidth: 160, cellHeight: 90, cellSeconds: 10, cells: 6, isComplete: true }
  const trickplay = { ...stamp, ...cells, version: SHEETS, askedSeconds: 10, quality: 2 }
  await server.run(recordOfPreview(id, { _tag: "RecordTrickplay", made: trickplay }))
  const clip = { ...stamp, version: CLIP, width: 640, height: 360 }
  await server.run(recordOfPreview(id, { _tag: "RecordClip", made: clip }))
}
const bytesOf = async (path: string) => {
  const answer = await fetch(`${server.origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return `${answer.status} ${await answer.text()}`
}
const picture = async (id: string) =>
  (
    await fetch(`${server.origin}/api/videos/${id}/thumbnail?width=640`, {
      headers: { authorization: `Bearer ${token}`, accept: "image/webp" }
    })
  ).text()
/** Returns the path, hash and modification time of every file below the root that was not generated. */
const mediaState = () =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".media-assets"))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const hash = createHash("sha256").update(readFileSync(path)).digest("hex")
      return `${path} ${hash} ${statSync(path).mtimeMs}`
    })
    .sort()
const none = { items: 0, files: 0, bytes: 0 }

it("moves posters next to their media and back", async () => {
  const library = await opened({ "a/Heat.mp4": "heat", "Alien.mp4": "alien", "a/notes.txt": "mine" })
  const heat = await library.idOf("a/Heat.mp4")
  const alien = await library.idOf("Alien.mp4")
  await pictured(heat, "a/Heat.mp4")
  await pictured(alien, "Alien.mp4")
  await previewed(heat, "a/Heat.mp4")
  write("hls", heat, { "master.m3u8": "old" }, 2)
  write("hls", alien, { "master.m3u8": "watched", "generation.json": "{}" })
  const before = mediaState()

  await wantAdjacent(true)
  const there = await tidy()
  expect(there).toMatchObject({
    storage: "adjacent",
    moved: { items: 2, files: 6, bytes: 31 },
    streamsInvalidated: 1,
    left: [{ folder: root, items: 1, reason: "The converted stream is in use and was not deleted." }]
  })
  expect(inCache("pictures", heat)).toEqual([])
  expect(inCache("hls", heat)).toEqual([])
  expect(inCache("hls", alien)).toContain("master.m3u8")
  expect(readdirSync(join(root, "a/.media-assets/Heat.mp4"))).toContain(`${VERSION}-640.webp`)
  expect(inCache("previews", heat)).toEqual([])
  expect(await picture(heat)).toBe("large")
  expect(await bytesOf(`/api/videos/${heat}/preview`)).toBe("200 a clip")
  expect(await bytesOf(`/api/video-stream/${heat}/hls/360p_thumbnails_0.jpg`)).toBe("200 sheet")
  expect(mediaState()).toEqual(before)
  expect(await library.scan()).toMatchObject({ added: 0, missing: 0, unchanged: 3 })
  expect((await library.scanResults())[".media-assets"]).toMatch(/Hidden folder/)
  // A second run finds nothing to do.
  expect(await tidy()).toMatchObject({ moved: none, broughtBack: none, swept: none, left: [] })

  await wantAdjacent(false)
  expect(await tidy()).toMatchObject({ storage: "cache", broughtBack: { items: 2, files: 6, bytes: 31 } })
  expect(inCache("previews", heat)).toEqual([`${SHEETS}-0.jpg`, `${CLIP}.mp4`])
  expect(inCache("pictures", heat)).toEqual([`${VERSION}-320.webp`, `${VERSION}-640.webp`])
  expect(readdirSync(root).sort()).toEqual(["Alien.mp4", "a"])
  expect(readdirSync(join(root, "a")).sort()).toEqual(["Heat.mp4", "notes.txt"])
  expect(await picture(heat)).toBe("large")
  expect(mediaState()).toEqual(before)
  expect(await server.rows("select * from adjacent_files")).toEqual([])
})

it("finishes a move that was interrupted at any point", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `${index}.mp4`)
  const library = await opened(Object.fromEntries(names.map((name) => [name, name])))
  const ids = await Promise.all(names.map((name) => library.idOf(name)))
  for (const [index, id] of ids.entries()) await pictured(id, names[index]!)
  const all = async (isAdjacent: boolean) => {
    await wantAdjacent(isAdjacent)
    for (let millis = 1; millis < 60; millis += 12)
      await server.run(
        withMade(tidyGeneratedFiles(noteContext())).pipe(
          Effect.timeoutOption(`${millis} millis`),
          Effect.ignore
        )
      )
    await tidy()
  }
  await all(true)
  for (const [index, id] of ids.entries()) {
    expect(inCache("pictures", id)).toEqual([])
    expect(readdirSync(join(root, ".media-assets", names[index]!)).sort()).toEqual([
      `${VERSION}-320.webp`,
      `${VERSION}-640.webp`,
      "assets.json"
    ])
  }
  await all(false)
  for (const id of ids) expect(inCache("pictures", id)).toHaveLength(2)
  expect(readdirSync(root).sort()).toEqual(names)
})

it("deletes and moves nothing if a root is missing, empty or replaced", async () => {
  const library = await opened({ "Heat.mp4": "heat", "Gone.mp4": "gone" })
  const heat = await library.idOf("Heat.mp4")
  await pictured(heat, "Heat.mp4")
  await wantAdjacent(true)
  await tidy()
  await wantAdjacent(false)
  const away = `${root}-away`
  renameSync(root, away)
  const isSkipped = async () => {
    expect((await tidy()).left).toMatchObject([{ folder: root, items: 1 }])
    expect(inCache("pictures", heat)).toEqual([])
    expect(await server.rows("select 1 as n from adjacent_files where item_id = $1", [heat])).toHaveLength(1)
  }
  await isSkipped()
  mkdirSync(root)
  await isSkipped()
  writeTree(root, { "Heat.mp4": "another video of another size" })
  await isSkipped()
  rmSync(root, { recursive: true })
  renameSync(away, root)
  expect(await tidy()).toMatchObject({ broughtBack: { items: 1 }, left: [] })
  expect(inCache("pictures", heat)).toHaveLength(2)
})

it("moves generated files along with their media, and deletes those of removed items", async () => {
  const library = await opened({ "Heat.mp4": "heat", "Alien.mp4": "alien!", "Ran.mp4": "ran, at last" })
  const heat = await library.idOf("Heat.mp4")
  const alien = await library.idOf("Alien.mp4")
  await pictured(heat, "Heat.mp4")
  await pictured(alien, "Alien.mp4")
  await wantAdjacent(true)
  await tidy()
  mkdirSync(join(root, "b"))
  renameSync(join(root, "Heat.mp4"), join(root, "b/Heat.mp4"))
  expect(await library.scan()).toMatchObject({ moved: 1 })
  await ask("DELETE", `/api/videos/${alien}`)
  expect(await tidy()).toMatchObject({ broughtBack: { items: 1 }, moved: { items: 1 }, swept: none })
  expect(readdirSync(join(root, ".media-assets"))).toEqual(["Alien.mp4"])
  expect(await picture(heat)).toBe("large")

  await ask("DELETE", `/api/trash/${alien}`)
  expect(await tidy()).toMatchObject({ swept: { items: 1, files: 2, bytes: 10 } })
  expect(readdirSync(root).sort()).toEqual(["Alien.mp4", "Ran.mp4", "b"])

  await ask("DELETE", `/api/libraries/${library.id}`)
  await library.cleanUp()
  await tidy()
  expect(readdirSync(join(root, "b/.media-assets/Heat.mp4"))).toHaveLength(3)
  expect(await server.rows("select 1 from adjacent_files where item_id = $1", [heat])).toEqual([])
})

it("deletes orphaned files, except files that are new or in use and pictures that a user chose", async () => {
  await wantAdjacent(false)
  const library = await opened({ "Heat.mp4": "heat" })
  const heat = await library.idOf("Heat.mp4")
  await pictured(heat, "Heat.mp4")
  const gone = "01900000-0000-7000-8000-0000000000aa"
  const young = "01900000-0000-7000-8000-0000000000ab"
  const used = "01900000-0000-7000-8000-0000000000ac"
  write("pictures", gone, { [`${VERSION}-320.webp`]: "12345" }, 2)
  write("pictures", young, { [`${VERSION}-320.webp`]: "12345" })
  write("hls", used, { "720p_0.ts": "x" }, 2)
  writeFileSync(join(cached("hls", used), ".busy-0123456789ab"), "")
  write("pictures", heat, { "ffffffffffff-320.webp": "old", ".x.tmp": "cut off" }, 2)
  write("pictures", heat, { "eeeeeeeeeeee-320.webp": "being made" })
  write("pictures", heat, { "a person put it here.txt": "" }, 2)
  write("own-pictures", gone, { [`${VERSION}.webp`]: "of another database" }, 2_000)
  write("own-pictures", heat, { "aaaaaaaaaaaa.webp": "before", "bbbbbbbbbbbb.webp": "now" }, 2_000)
  for (const digest of ["aaaaaaaaaaaa", "bbbbbbbbbbbb"])
    await server.run(
      recordOfPicture(
        heat,
        {
          _tag: "Choose",
          choice: { from: "upload", digest },
          made: {
            ...{ size: 4, mtimeMs: Math.floor(statSync(join(root, "Heat.mp4")).mtimeMs) },
            ...{ version: VERSION, width: 640, height: 360, thumbHash: "AAAA" }
          }
        } as never,
        {}
      )
    )
  const sweeps = async () => (await tidy()).swept
  expect(await sweeps()).toEqual({ items: 2, files: 3, bytes: 5 + 3 + 7 })
  expect(inCache("pictures", gone)).toEqual([])
  expect(inCache("pictures", young)).toHaveLength(1)
  expect(inCache("hls", used)).toHaveLength(2)
  expect(inCache("pictures", heat)).toEqual([
    `${VERSION}-320.webp`,
    `${VERSION}-640.webp`,
    "a person put it here.txt",
    "eeeeeeeeeeee-320.webp"
  ])
  expect(inCache("own-pictures", gone)).toHaveLength(1)
  expect(inCache("own-pictures", heat)).toHaveLength(2)
  // A replaced upload is deleted a month later.
  await server.rows("update events set at = at - interval '31 days' where stream_id = $1", [heat])
  expect(await sweeps()).toEqual({ items: 1, files: 1, bytes: 6 })
  expect(inCache("own-pictures", heat)).toEqual(["bbbbbbbbbbbb.webp"])
  for (const [kind, id] of [
    ["pictures", young],
    ["hls", used],
    ["own-pictures", gone]
  ] as const)
    rmSync(cached(kind, id), { recursive: true })
})

it("measures files by kind and library", async () => {
  const library = await opened({ "Heat.mp4": "heat" })
  const heat = await library.idOf("Heat.mp4")
  await pictured(heat, "Heat.mp4")
  write("hls", heat, { "720p_0.ts": "12345678", "generation.json": "{}" }, 2)
  const usage = async () => (await ask("GET", "/api/system/storage")).data as StorageUsage
  const { disk } = await eventually(async () => {
    const found = await usage()
    return found.measuredAt !== null && found
  })
  expect(disk).toMatchObject({ freeBytes: expect.any(Number) as number })
  expect(Object.values(disk!).every((bytes) => bytes >= 0)).toBe(true)
  expect(disk!.otherBytes).toBeGreaterThan(0)
  await eventually(async () => (await usage()).measuredAt !== null)
  // A running server reuses a measurement for a minute. After a restart, it measures again.
  await server.restart()
  const measured = await eventually(async () => {
    const now = await usage()
    return now.measuredAt !== null && now
  })
  const of = (kind: string) =>
    measured.kinds
      .find((each) => each.kind === kind)!
      .libraries.find((each) => each.library?.id === library.id)
  expect(of("posters")).toMatchObject({ library: { name: `Library ${n}` }, items: 1, bytes: 10 })
  expect(of("hls")).toMatchObject({ items: 1, bytes: 10 })
  expect(measured.isComplete).toBe(true)

  const asked = await ask("POST", "/api/system/storage/clear", { kind: "hls", libraryId: library.id })
  expect(asked.status).toBe(200)
  const run = await ask("GET", `/api/jobs/${asked.data.jobRunId}`)
  expect(run.data).toMatchObject({ queueName: "library-maintenance", targetLabel: "Clear converted streams" })
  const told = (await ask("GET", "/api/history?kind=settings")).data.items
  expect(told[0]).toMatchObject({ type: "cache.clear-asked.v1" })
  for (const body of [{ kind: "own-pictures" }, { kind: "everything" }, { kind: "hls", libraryId: "x" }, {}])
    expect((await ask("POST", "/api/system/storage/clear", body)).status).toBe(400)
  expect((await ask("POST", "/api/system/storage/clear", { kind: "hls", libraryId: heat })).status).toBe(404)

  expect(await clear("hls", "01900000-0000-7000-8000-0000000000aa")).toMatchObject({ cleared: none })
  writeFileSync(join(cached("hls", heat), ".busy-0123456789ab"), "")
  expect(await clear("hls", library.id)).toMatchObject({
    cleared: none,
    left: [{ items: 1, reason: "The files are in use." }]
  })
  rmSync(join(cached("hls", heat), ".busy-0123456789ab"))
  expect((await clear("hls", library.id)).cleared).toEqual({ items: 1, files: 2, bytes: 10 })
  expect(existsSync(cached("hls", heat))).toBe(false)
  expect((await clear("posters", library.id)).cleared).toEqual({ items: 1, files: 2, bytes: 10 })
  expect(inCache("pictures", heat)).toEqual([])
})

it("queues the job for generated files after the setting changes, on request and periodically", async () => {
  const runs = async () =>
    (await ask("GET", "/api/jobs?queue=library-maintenance&targetType=generated-files")).data.items.filter(
      ({ targetId }: { targetId: string }) => targetId === "generated-files"
    )
  const before = await runs()
  expect(before).toMatchObject([{ targetLabel: "Generated files", triggeredBy: "system", status: "queued" }])
  await server.run(askForGeneratedFilesWork)
  expect(await runs()).toHaveLength(1)
  await ask("POST", `/api/jobs/${before[0].id}/cancel`)
  const { data: queued } = await ask("POST", "/api/jobs/queues/library-maintenance/run")
  // The queue's backfill contains one job for generated files and one for NFO files.
  expect(queued.enqueued).toBe(2)
  for (const id of queued.jobRunIds) await ask("POST", `/api/jobs/${id}/cancel`)
  await server.rows("update jobs set queued_at = queued_at - interval '2 days'")
  await server.run(askForGeneratedFilesWork)
  expect((await runs())[0]).toMatchObject({ triggeredBy: "schedule", status: "queued" })
  expect((await ask("GET", "/api/system/storage")).data.lastRun).toMatchObject({
    status: "queued",
    report: null
  })
})
