import { kinds } from "../../generated/kinds.ts"
import { describe, expect, it } from "vitest"
import { emptyTally } from "./ScanTally.ts"
import type { FoundFile } from "@media/disk/Walk"
import type { Classified } from "./Classify.ts"
import type { Entity } from "./Entities.ts"
import { plan } from "./Plan.ts"

const root = {
  libraryId: "01900000-0000-7000-8000-000000000001",
  rootId: "01900000-0000-7000-8000-000000000002",
  path: Buffer.from("/media"),
  contents: ["images"]
}
const id = "01900000-0000-7000-8000-000000000003"
const file: FoundFile = {
  relative: Buffer.from("x/New Name.jpg"),
  name: "New Name.jpg",
  size: 10,
  mtimeMs: 20
}
const image = kinds.find(({ kind }) => kind === "image")!

const classified = (fields: Partial<Classified>): Classified => ({
  records: [],
  candidates: [],
  admitted: [],
  touched: [],
  withdrawn: [],
  forgotten: [],
  ...fields
})
const entity: Entity = {
  id,
  kind: "image",
  version: 7,
  isMissing: false,
  rootId: root.rootId,
  relative: file.relative,
  size: 1,
  mtimeMs: 1
}
const planned = (
  fields: Partial<Classified>,
  {
    known = [],
    moves = new Map()
  }: {
    known?: ReadonlyArray<Entity>
    moves?: ReadonlyMap<FoundFile, { entityId: string; version: number }>
  } = {}
) => {
  const tally = emptyTally()
  const result = plan(
    root,
    classified(fields),
    { moves, entities: new Map(known.map((each) => [each.id, each])) },
    tally
  )
  return { ...result, tally, tags: result.appends.flatMap(({ events }) => events.map(({ _tag }) => _tag)) }
}

describe("the plan of a scan batch", () => {
  it("registers a new file as an item of its kind", () => {
    const { appends, claims, records, tally } = planned({ admitted: [{ file, kind: image }] })
    expect(appends).toMatchObject([
      {
        expectedVersion: 0,
        events: [{ _tag: "item.registered.v1", kind: "image", title: "New Name", path: "x/New Name.jpg" }]
      }
    ])
    expect(claims).toMatchObject([{ how: "added", relative: file.relative }])
    expect(records).toMatchObject([
      { scanResult: "indexed", entityKind: "image", entityId: appends[0]!.streamId }
    ])
    expect(tally.added).toBe(1)
  })

  it("separates the title and the year in the name of a release", () => {
    const name = "The.Movie.2014.1080p.BluRay.x264-GRP.mkv"
    const video = kinds.find(({ kind }) => kind === "video")!
    const release = { ...file, name, relative: Buffer.from(name) }
    expect(planned({ admitted: [{ file: release, kind: video }] }).appends[0]!.events).toMatchObject([
      { title: "The Movie", date: "2014", path: name }
    ])
  })

  it("moves the existing item when its file has been moved", () => {
    const { appends, claims, records, tally } = planned(
      { admitted: [{ file, kind: image }] },
      { moves: new Map([[file, { entityId: id, version: 7 }]]) }
    )
    expect(appends).toMatchObject([
      { streamId: id, expectedVersion: 7, events: [{ _tag: "item.file-moved.v1" }] }
    ])
    expect(claims).toEqual([{ entityId: id, relative: file.relative, how: "moved" }])
    expect(records).toMatchObject([{ scanResult: "moved", entityId: id }])
    expect(tally).toMatchObject({ added: 0, moved: 1 })
  })

  it("restores a missing item even if its file has changed", () => {
    const missing = { ...entity, isMissing: true }
    const touched = [{ file, entityId: id, isChanged: true, isFound: true }]
    expect(planned({ touched }, { known: [missing] }).tags).toEqual([
      "item.file-found.v1",
      "item.file-changed.v1"
    ])
    expect(planned({ touched: [{ ...touched[0]!, isChanged: false }] }, { known: [missing] }).tags).toEqual([
      "item.file-found.v1"
    ])
    // No item is known, because its library was removed in the meantime.
    expect(planned({ touched })).toMatchObject({ appends: [], records: [] })
  })

  it("does not mark an item missing if the lost file was not at the item's current path", () => {
    const withdrawn = [{ entityId: id, relative: file.relative, reason: "gone" }]
    expect(planned({ withdrawn }, { known: [entity] }).tags).toEqual(["item.file-missing.v1"])
    expect(
      planned({ withdrawn }, { known: [{ ...entity, relative: Buffer.from("else.jpg") }] }).tags
    ).toEqual([])
    expect(planned({ withdrawn }, { known: [{ ...entity, isMissing: true }] }).tags).toEqual([])
  })
})
