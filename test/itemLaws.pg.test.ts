import { rebuildAll } from "@media/event-store/Rebuild"
import { kinds } from "@media/features/generated/kinds"
import { updateItem } from "@media/features/catalog/items/commands"
import { updateLibrary } from "@media/features/library/libraries/commands"
import { oshash } from "@media/media-tools/hashes/Oshash"
import { reportProgress } from "@media/features/catalog/user-items/commands"
import { addAdministrator, administrator, openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { sampleOf } from "./itemSamples.ts"

// These tests apply to every registered kind, including kinds that are added later.

let store: Awaited<ReturnType<typeof startStore>>
let root = ""
let library: Awaited<ReturnType<typeof openLibrary>>
const at = (name: string) => join(root, name)
const everything = kinds.map(({ contents }) => contents)

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "laws-"))
  store = await startStore()
  await addAdministrator(store)
})
afterEach(async () => {
  await store.stop()
  rmSync(root, { recursive: true, force: true })
})

const items = () =>
  store.rows(`select v.id, v.kind::text, v.status::text, v.title, v.library_id, f.path, f.is_present
    from items v join item_files f on f.item_id = v.id order by f.path`)
const eventCount = async () => Number((await store.rows("select count(*) as n from events"))[0]!["n"])
const records = () =>
  store.rows("select path, scan_result, reason, entity_id, checked_at from scanned_files order by path")
const projected = async () => {
  const tables = ["items", "item_files", "item_texts", "item_counts", "user_items"]
  const read = (table: string) =>
    store.rows(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)
  const all = await Promise.all(tables.map(read))
  // Rows with a count of zero are ignored, because such a row may also be missing.
  return all.map((rows) =>
    rows.filter(({ row }) => JSON.stringify(row) !== undefined && !/"n": ?0\b/.test(JSON.stringify(row)))
  )
}
const hold = (contents: ReadonlyArray<(typeof everything)[number]>) =>
  store.run(updateLibrary(administrator, library.id, { contents }))
const edit = (id: string, patch: Parameters<typeof updateItem>[2]) =>
  store.run(updateItem(administrator, id, patch))

/** Kinds whose items are files. Derived kinds have no files. */
const fileKinds = kinds.filter(({ extensions }) => Object.keys(extensions).length > 0)

describe.each(fileKinds)("a file of the kind $kind", (kind) => {
  const { content, extension } = sampleOf(kind)
  const name = `Law of Nature.${extension}`
  const settled = kind.isProbed || kind.isExamined === true ? "arriving" : "ready"
  const only = async () => {
    const found = await items()
    expect(found).toHaveLength(1)
    return found[0]!
  }
  const register = async (contents: ReadonlyArray<(typeof everything)[number]> = everything) => {
    writeTree(root, { [name]: content })
    library = await openLibrary(store, [root], { contents })
    expect(await library.scan()).toMatchObject({ added: 1, files: 1 })
    return only()
  }
  /** Stores the hash of the file as a probe would, if files of this kind are probed. */
  const fingerprint = async () => {
    if (kind.isProbed)
      await store.rows("update item_files set oshash = ('x' || $1)::bit(64)::bigint", [
        await oshash(at(name))
      ])
  }

  it("becomes one item, and a second scan does not change the item", async () => {
    expect(await register()).toMatchObject({
      kind: kind.kind,
      status: settled,
      title: "Law of Nature",
      path: name
    })
    const [events, rows] = [await eventCount(), await records()]
    expect(rows).toMatchObject([{ path: name, scan_result: "indexed", reason: null }])
    expect(await library.scan()).toMatchObject({ unchanged: 1, added: 0, changed: 0, found: 0 })
    expect([await eventCount(), await records()]).toEqual([events, rows])
  })

  it("is rejected by a library of other kinds", async () => {
    const others = everything.filter((contents) => contents !== kind.contents)
    writeTree(root, { [name]: content })
    library = await openLibrary(store, [root], { contents: others })
    await library.scan()
    expect((await items()).filter((item) => item["kind"] === kind.kind)).toEqual([])
  })

  it("keeps its item when it moves to another folder, name or library", async () => {
    const { id } = await register()
    await edit(id!, { rating: 80 })
    await store.run(reportProgress(administrator, kind.kind, id!, { position: 40 }))
    await fingerprint()
    mkdirSync(at("deeper"))
    renameSync(at(name), at(`deeper/${name}`))
    expect(await library.scan()).toMatchObject({ moved: 1, added: 0, missing: 0 })
    expect(await only()).toMatchObject({ id, path: `deeper/${name}`, status: settled })

    renameSync(at(`deeper/${name}`), at(`deeper/Renamed.${extension}`))
    expect(await library.scan()).toMatchObject({ moved: 1, added: 0, missing: 0 })

    writeTree(root, { "keep.log": "" })
    const second = mkdtempSync(join(tmpdir(), "laws-"))
    const other = await openLibrary(store, [second], { name: "Other", contents: everything })
    renameSync(at(`deeper/Renamed.${extension}`), join(second, name))
    expect(await other.scan()).toMatchObject({ moved: 1, added: 0 })
    expect(await only()).toMatchObject({ id, path: name, library_id: other.id })
    expect(await store.rows("select rating from user_items")).toEqual([{ rating: 80 }])
    expect(await store.rows("select position from user_progress where item_id = $1", [id])).toEqual([
      { position: 40 }
    ])
    expect(await library.scan()).toMatchObject({ missing: 0 })
    rmSync(second, { recursive: true })
  })

  it("becomes a new item if it is a copy", async () => {
    await register()
    await fingerprint()
    writeTree(root, { [`copy/${name}`]: content })
    expect(await library.scan()).toMatchObject({ added: 1, moved: 0 })
    expect((await items()).map(({ status }) => status)).toEqual([settled, settled])
  })

  it("keeps its item when its content changes", async () => {
    const { id } = await register()
    writeTree(root, { [name]: `${content} and more` })
    expect(await library.scan()).toMatchObject({ changed: 1, added: 0 })
    utimesSync(at(name), 1_600_000_000, 1_600_000_000)
    expect(await library.scan()).toMatchObject({ changed: 1, added: 0 })
    expect(await only()).toMatchObject({ id, status: settled })
    expect(await library.scan()).toMatchObject({ unchanged: 1 })
  })

  it("is marked missing when it is deleted, and is later restored with its history", async () => {
    const { id } = await register()
    await edit(id!, { title: "By Hand", rating: 40 })
    renameSync(at(name), `${root}-away`)
    writeTree(root, { "keep.log": "" })
    expect(await library.scan()).toMatchObject({ missing: 1 })
    expect(await only()).toMatchObject({ id, status: "missing", is_present: false })
    expect(await library.scanResults()).toMatchObject({ [name]: "missing: The file no longer exists" })
    const events = await eventCount()
    expect(await library.scan()).toMatchObject({ missing: 0 })
    expect(await eventCount()).toBe(events)

    renameSync(`${root}-away`, at(name))
    expect(await library.scan()).toMatchObject({ found: 1, added: 0, changed: 0 })
    expect(await only()).toMatchObject({ id, status: settled, title: "By Hand", is_present: true })
    expect(await store.rows("select rating from user_items")).toEqual([{ rating: 40 }])
  })

  it("keeps its item through every change to the library's contents", async () => {
    const { id } = await register()
    const others = everything.filter((contents) => contents !== kind.contents)
    await hold(others)
    expect(await library.scan()).toMatchObject({ missing: 1, added: 0 })
    expect(await only()).toMatchObject({ id, status: "missing" })
    expect(await library.scanResults()).toEqual({
      [name]: `ignored: This library does not contain ${kind.contents}`
    })
    const events = await eventCount()
    expect(await library.scan()).toMatchObject({ unchanged: 1 })
    expect(await eventCount()).toBe(events)
    await hold([kind.contents])
    expect(await library.scan()).toMatchObject({ found: 1, added: 0 })
    await hold(everything)
    expect(await library.scan()).toMatchObject({ unchanged: 1 })
    expect(await only()).toMatchObject({ id, status: settled })
  })

  it("can be edited concurrently unless the edits change the same field", async () => {
    const { id } = await register()
    await edit(id!, { title: "First", expectedVersion: 0 })
    // Results of jobs do not count as edits.
    writeTree(root, { [name]: `${content} and more` })
    await library.scan()
    await edit(id!, { details: "From an older page", expectedVersion: 0 })
    await expect(edit(id!, { title: "Second", expectedVersion: 0 })).rejects.toThrow(/changed since/)
    await edit(id!, {
      title: "Third",
      isNsfw: true,
      isOrganized: true,
      date: "2024-02-29",
      expectedVersion: 2
    })
    expect(await only()).toMatchObject({ title: "Third" })
  })

  it("has identical rows before and after a rebuild from the log", async () => {
    const { id } = await register()
    await edit(id!, { title: "By Hand", details: "Text", isNsfw: true, rating: 70 })
    writeTree(root, { [name]: `${content} and more` })
    await library.scan()
    mkdirSync(at("deeper"))
    renameSync(at(name), at(`deeper/${name}`))
    await library.scan()
    rmSync(at(`deeper/${name}`))
    writeTree(root, { "keep.log": "" })
    await library.scan()
    const before = await projected()
    await store.run(rebuildAll({ replace: true }))
    expect(await projected()).toEqual(before)
  })
})
