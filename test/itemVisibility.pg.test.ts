import { bytesUrl } from "@media/features/MediaKind"
import { updateItem } from "@media/features/catalog/items/commands"
import { updateLibrary } from "@media/features/library/libraries/commands"
import type { Delta } from "@media/features/app/operations/live-protocol"
import { administrator, openLibrary, writeTree } from "@media/testkit/Library"
import { openLive } from "@media/testkit/LiveClient"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fileKinds as kinds, sampleOf } from "./itemSamples.ts"

// Tests the visibility of items of every kind in lists, totals, pages, streams and live messages.

interface Viewer {
  readonly name: string
  readonly token: string
  readonly live: ReturnType<typeof openLive>
  /** The names of the items that the viewer may see: a subset of `open`, `nsfw item` and `nsfw library`. */
  readonly sees: ReadonlyArray<string>
}

let server: TestServer
const viewers: Array<Viewer> = []
/** Ids of the items, keyed by kind and then by one of the three names above. */
const ids = new Map<string, Readonly<Record<string, string>>>()
const contents = kinds.map((kind) => kind.contents)

beforeAll(async () => {
  server = await startTestServer()
  const root = await server.setup()
  const libraries: Array<string> = []
  for (const name of ["plain", "nsfw"]) {
    for (const kind of kinds) {
      const { content, extension } = sampleOf(kind)
      writeTree(join(server.media, name), { [`${kind.kind}.${extension}`]: `${content} ${name}` })
      if (name === "plain")
        writeTree(join(server.media, name), { [`${kind.kind} 18.${extension}`]: `${content} marked` })
    }
    const library = await openLibrary(server, [join(server.media, name)], { name, contents })
    await library.scan()
    libraries.push(library.id)
  }
  await server.run(updateLibrary(administrator, libraries[1]!, { isNsfw: true }))
  for (const { kind } of kinds) {
    const rows: ReadonlyArray<Record<string, unknown>> = await server.rows(
      `select v.id, f.path, v.library_id from items v join item_files f on f.item_id = v.id where v.kind = '${kind}'`
    )
    const idOf = (library: number, suffix: string) =>
      rows.find(
        ({ library_id, path }) =>
          library_id === libraries[library] && String(path).startsWith(`${kind}${suffix}`)
      )!["id"] as string
    const found = { open: idOf(0, "."), "nsfw item": idOf(0, " 18."), "nsfw library": idOf(1, ".") }
    ids.set(kind, found)
    await server.run(updateItem(administrator, found["nsfw item"], { isNsfw: true }))
  }
  const add = async (name: string, token: string, sees: ReadonlyArray<string>, showNsfw: boolean) => {
    await server.request("PATCH", "/api/auth/me", { token, body: { showNsfw } })
    const live = openLive(server.origin, { token })
    await Promise.race([
      live.hello(),
      live.refused().then((status) => {
        throw new Error(`${name}: ${status}`)
      })
    ])
    viewers.push({ name, token, live, sees })
  }
  const member = async (username: string, libraryIds: ReadonlyArray<string>, allowNsfw: boolean) =>
    (await server.account({ username, libraryIds, allowNsfw })).token
  const all = ["open", "nsfw item", "nsfw library"]
  await add("administrator", root.token, all, true)
  await add("member of both", await member("both", libraries, true), all, true)
  await add("member who hides NSFW", await member("hides", libraries, true), ["open"], false)
  await add("member of one, without NSFW", await member("careful", [libraries[0]!], false), ["open"], false)
  await add("member of none", await member("none", [], true), [], true)
})
afterAll(() => {
  for (const { live } of viewers) live.close()
  return server.stop()
})

const forEachViewer = async (check: (viewer: Viewer) => Promise<void>) => {
  for (const viewer of viewers) await check(viewer)
}

describe.each(kinds)("an item of the kind $kind", ({ kind, paths }) => {
  const expected = ({ sees }: Viewer) => sees.map((what) => ids.get(kind)![what]!).sort()

  it("is listed and counted only for viewers who may see it", () =>
    forEachViewer(async (viewer) => {
      for (const query of ["", `&q=${kind}`, "&isMissing=false", "&sort=random"]) {
        const { data } = (await server.get(`${paths.list}?perPage=50${query}`, viewer.token)).json
        const items = data.items as ReadonlyArray<{ readonly id: string }>
        expect([viewer.name, query, data.total, items.map(({ id }) => id).sort()]).toEqual([
          viewer.name,
          query,
          viewer.sees.length,
          expected(viewer)
        ])
      }
    }))

  it("serves its page and its file only to viewers who may see it", () =>
    forEachViewer(async (viewer) => {
      const ask = async (id: string) => {
        const page = await server.get(`${paths.list}/${id}`, viewer.token)
        const bytes = await server.get(bytesUrl({ paths }, id), viewer.token)
        return [
          page.status,
          page.json.error,
          bytes.status,
          bytes.status === 200 ? bytes.text.slice(0, 12) : bytes.text
        ]
      }
      const unknown = await ask("01900000-0000-7000-8000-00000000dead")
      for (const [what, id] of Object.entries(ids.get(kind)!)) {
        const answer = viewer.sees.includes(what) ? [200, undefined, 200, "Enough bytes"] : unknown
        expect([viewer.name, what, await ask(id)]).toEqual([viewer.name, what, answer])
      }
    }))

  it("is announced live only to viewers who may see it", async () => {
    for (const id of Object.values(ids.get(kind)!)) {
      await server.run(updateItem(administrator, id, { title: `Changed ${kind} ${id}` }))
    }
    const heard = ({ live }: Viewer) =>
      [
        ...new Set((live.received as ReadonlyArray<Delta>).flatMap(({ items }) => items?.[kind]?.ids ?? []))
      ].sort()
    await eventually(() => heard(viewers[0]!).length === expected(viewers[0]!).length)
    // Waits, because messages that other viewers must not receive would be in the same flush or arrive a moment later.
    await new Promise((resolve) => setTimeout(resolve, 500))
    for (const viewer of viewers)
      expect([viewer.name, heard(viewer)]).toEqual([viewer.name, expected(viewer)])
  })

  it("disappears from the open pages of viewers who may no longer see it", async () => {
    const { open } = ids.get(kind)!
    const isTold = ({ live }: Viewer) =>
      (live.received as ReadonlyArray<Delta>).some(({ allItems }) => allItems === true)
    for (const { live } of viewers) live.received.splice(0)
    await server.run(updateItem(administrator, open!, { isNsfw: true }))
    const heard = (viewer: Viewer) => [
      viewer.name,
      isTold(viewer),
      JSON.stringify(viewer.live.received).includes(open!)
    ]
    const expected = viewers.map((viewer) => {
      const isStill = viewer.sees.includes("nsfw item")
      const isNone = viewer.name === "member of none"
      return [viewer.name, !isStill || isNone, isStill && !isNone]
    })
    await eventually(() => JSON.stringify(viewers.map(heard)) === JSON.stringify(expected)).catch(
      () => undefined
    )
    expect(viewers.map(heard)).toEqual(expected)
    await server.run(updateItem(administrator, open!, { isNsfw: false }))
  })
})
