import { expect, it } from "vitest"
import { groupChanges, matchGroups } from "../../catalog/groups/reconcile.ts"
import {
  describing,
  type FolderImage,
  galleriesOf,
  galleryKey,
  type KnownGallery,
  type NestedGallery,
  nestingChanges,
  withOrdinals
} from "./grouping.ts"

const root = { rootId: "r", libraryId: "l", rootName: "Pictures" }
/** An image whose id is its path. */
const image = (path: string, parentId: string | null = null, ordinal: number | null = null): FolderImage => ({
  id: path,
  path: Buffer.from(path),
  parentId,
  ordinal
})
const known = (id: string, folder: string, fields: Partial<KnownGallery> = {}): KnownGallery => ({
  ...{ id, key: galleryKey("r", Buffer.from(folder)), parentId: null, ordinal: null },
  ...{ isRemoved: false, isShared: false, isHandSorted: false },
  ...fields
})
/**
 * Describes the changes as text, such as `creates a` or `in A at 1536`. The ids of new galleries are `new1`, `new2` and
 * so on.
 */
const changes = (images: ReadonlyArray<FolderImage>, galleries: ReadonlyArray<KnownGallery> = []) => {
  const byId = new Map(images.map((each) => [each.id, each]))
  const matched = matchGroups(galleriesOf(root, images), galleries, byId)
  let next = 0
  return groupChanges(withOrdinals(matched, byId), {
    placements: byId,
    newId: () => `new${(next += 1)}`,
    describe: describing
  }).map(({ events, id }) => [
    id,
    ...events.map((event) => {
      if (event._tag === "item.placed.v1") return `in ${event.parentId} at ${event.ordinal}`
      if (event._tag === "item.group-registered.v1") return `creates ${event.title}`
      return event._tag === "item.file-moved.v1" ? `moves to ${event.path}` : event._tag
    })
  ])
}

it("creates one gallery for each folder, named after the folder", () => {
  const found = galleriesOf(
    root,
    ["b/x/1.png", "top.png", "b/2.png", "b/x/3.png"].map((path) => image(path))
  )
  expect(
    found.map(({ facts, members }) => [facts.title, facts.folder.path, ...members.map(({ id }) => id)])
  ).toEqual([
    ["x", "b/x", "b/x/1.png", "b/x/3.png"],
    ["Pictures", "", "top.png"],
    ["b", "b", "b/2.png"]
  ])
  expect(found[0]!.facts).toEqual({
    libraryId: "l",
    title: "x",
    folder: { rootId: "r", path: "b/x", pathBytes: Buffer.from("b/x").toString("base64") }
  })
})

it("creates separate galleries for folders whose names differ only in bytes that are not valid UTF-8", () => {
  const images = [0xe4, 0xe5].map((byte) => ({
    ...image(`${byte}`),
    path: Buffer.concat([Buffer.from([byte]), Buffer.from("/1.png")])
  }))
  const found = galleriesOf(root, images)
  expect(found.map(({ facts }) => facts.folder.pathBytes)).toEqual(["5A==", "5Q=="])
})

it("creates a gallery with its images in natural order", () => {
  expect(changes([image("a/p10.png"), image("a/p2.png")])).toEqual([
    ["new1", "creates a"],
    ["a/p10.png", "in new1 at 2048"],
    ["a/p2.png", "in new1 at 1024"]
  ])
})

it("returns no changes for a correct gallery, and otherwise moves as few images as possible", () => {
  const members = [image("a/p1.png", "A", 1_024), image("a/p3.png", "A", 2_048)]
  expect(changes(members, [known("A", "a")])).toEqual([])
  expect(changes([...members, image("a/p2.png", "B", 7)], [known("A", "a")])).toEqual([
    ["a/p2.png", "in A at 1536"]
  ])
})

it("keeps the manual order of a gallery and adds new images at the end", () => {
  const images = [image("a/1.png"), image("a/2.png", "A", 2_048), image("a/3.png", "A", 1_024)]
  expect(changes(images, [known("A", "a", { isHandSorted: true })])).toEqual([["a/1.png", "in A at 3072"]])
})

it("keeps a gallery and its manual order when its folder is renamed", () => {
  const images = [image("b/1.png", "A", 2_048), image("b/2.png", "A", 1_024)]
  expect(changes(images, [known("A", "a", { isHandSorted: true })])).toEqual([["A", "moves to b"]])
  expect(changes(images, [known("A", "a", { isShared: true })])[0]).toEqual(["new1", "creates b"])
})

it("assigns the gallery of a split folder to the folder that now has most of its images", () => {
  const images = [image("b/1.png", "A", 1), image("c/2.png", "A", 2), image("c/3.png", "A", 3)]
  expect(changes(images, [known("A", "a")])).toEqual([
    ["new1", "creates b"],
    ["b/1.png", "in new1 at 1024"],
    ["A", "moves to c"]
  ])
})

it("nests galleries in the nearest parent folder that has images", () => {
  const gallery = (path: string, fields: Partial<NestedGallery> = {}): NestedGallery => ({
    ...{ id: path, path: Buffer.from(path), parentId: null, ordinal: null },
    ...{ isFolder: true, isRemoved: false, hasImages: true },
    ...fields
  })
  const nesting = (galleries: ReadonlyArray<NestedGallery>) =>
    nestingChanges(galleries).map(({ events, id }) => [id, ...events.map(({ parentId }) => parentId)])
  const archive = { isFolder: false } as const
  expect(
    nesting([
      gallery(""),
      gallery("a"),
      gallery("a/b", { hasImages: false }),
      gallery("a/b/c"),
      gallery("a/b/comic.cbz", archive),
      gallery("a/b/comic.cbz/d"),
      gallery("removed", { isRemoved: true }),
      gallery("removed/x", { parentId: "removed" }),
      gallery("correct/x", { parentId: "correct" }),
      gallery("correct")
    ])
  ).toEqual([
    ["a/b", "a"],
    ["a/b/c", "a"],
    ["a/b/comic.cbz", "a"],
    ["a/b/comic.cbz/d", "a"],
    ["removed/x", null]
  ])
})
