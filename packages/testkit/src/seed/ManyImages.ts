import { EventStore, type StreamAppend } from "@media/event-store/EventStore"
import { registry } from "@media/features/generated/slices"
import type { ImageEvent } from "@media/features/media/images/events"
import type { ItemEvent } from "@media/features/catalog/items/events"
import type { PictureEvent } from "@media/features/playback/pictures/events"
import { uuidv7 } from "@media/kernel/Ids"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Product } from "../product/Product.ts"
import { madePictures, pictureStoreOf, HEIGHT, WIDTH } from "./ManyPictures.ts"
import type { RootIds } from "./ManyVideos.ts"

const FOLDER = "Everything"
const BATCH = 500
const noFacts = {
  ...{ camera: null, lens: null, exposureSeconds: null, aperture: null, iso: null, focalLength: null },
  ...{ latitude: null, longitude: null }
}

/**
 * Returns the events of one image, which register it, place it in its gallery, record its metadata, and add a picture.
 */
const historyOf = (
  root: RootIds,
  parentId: string,
  n: number,
  { height, thumbHash, version, width }: { height: number; thumbHash: string; version: string; width: number }
): ReadonlyArray<ItemEvent | ImageEvent | PictureEvent> => {
  const path = `${FOLDER}/IMG ${n}.jpg`
  const stamp = { size: 2_000_000 + n, mtimeMs: 1_700_000_000_000 + n * 60_000 }
  const file = { path, pathBytes: Buffer.from(path).toString("base64"), title: `IMG ${n}` }
  return [
    { _tag: "item.registered.v1", kind: "image", ...root, ...file, ...stamp },
    { _tag: "item.placed.v1", parentId, ordinal: 1_024 * (n + 1) },
    {
      ...{
        _tag: "image.examined.v1",
        format: "jpeg",
        width: WIDTH,
        height: HEIGHT,
        frames: 1,
        takenAt: null
      },
      ...stamp,
      ...noFacts
    },
    { _tag: "picture.made.v1", ...stamp, version, width, height, thumbHash }
  ]
}

const appendGallery = (product: Product, root: RootIds, count: number) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const kept = yield* PictureStore
    const sets = yield* madePictures
    const id = uuidv7()
    const folder = { rootId: root.rootId, path: FOLDER, pathBytes: Buffer.from(FOLDER).toString("base64") }
    const group: ItemEvent = { _tag: "item.group-registered.v1", kind: "gallery", title: FOLDER, folder }
    yield* store.append([{ streamId: id, expectedVersion: 0, events: [group] }], { cause: "test" })
    for (let n = 0; n < count; n += BATCH) {
      const images = Array.from({ length: Math.min(BATCH, count - n) }, (_, index) => {
        const set = sets[(n + index) % sets.length]!
        return { streamId: uuidv7(), set, events: historyOf(root, id, n + index, set) }
      })
      yield* Effect.forEach(images, ({ set, streamId }) => kept.write(streamId, set), {
        ...{ concurrency: 8, discard: true }
      })
      yield* store.append(
        images.map(({ events, streamId }): StreamAppend => ({ streamId, expectedVersion: 0, events })),
        { cause: "test" }
      )
    }
    return id
  }).pipe(Effect.provide(pictureStoreOf(product)))

/**
 * Creates one gallery with `count` images and their pictures in a new library, and returns its id. The image files do
 * not exist. The product must have an administrator.
 */
export const addLargeGallery = async (product: Product, count: number): Promise<string> => {
  const folder = join(product.folder, "photos")
  mkdirSync(folder)
  const libraryId = await product.addLibrary({ name: "Photos", contents: ["images"], folder })
  await product.isScanned()
  const library = `/api/libraries/${libraryId}`
  const { roots } = await product.data<{ roots: ReadonlyArray<{ id: string }> }>("GET", library)
  return product.onStore(appendGallery(product, { libraryId, rootId: roots[0]!.id }, count), {
    ...registry,
    policies: []
  })
}
