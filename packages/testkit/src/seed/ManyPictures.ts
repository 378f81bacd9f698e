import { EventStore, type StreamAppend } from "@media/event-store/EventStore"
import { versionsOf } from "@media/event-store/StreamVersions"
import { registry } from "@media/features/generated/slices"
import type { PictureEvent } from "@media/features/playback/pictures/events"
import { livePictureStore } from "@media/pictures/LivePictureStore"
import { pictureOfFrame } from "@media/pictures/MakePicture"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import type { Product } from "../product/Product.ts"
import { appendVideos, fileNumber, titleNumber } from "./ManyVideos.ts"

/** Number of different pictures. Each picture appears on many cards, with a different URL on each card. */
export const PICTURES = 24
export const WIDTH = 640
export const HEIGHT = 360
const PER_PAGE = 500

/** Creates a test frame of gradients and noise. Decoding the frame takes as long as decoding a real video frame. */
const frameNumber = (n: number) => {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3)
  let grain = n + 1
  for (let at = 0; at < data.length; at++) {
    grain = (grain * 1_103_515_245 + 12_345) % 2_147_483_648
    const pixel = Math.floor(at / 3)
    const light = Math.sin(((pixel % WIDTH) * (n + 3)) / 900 + (at % 3) * n) + Math.cos(pixel / WIDTH / 90)
    data[at] = 110 + light * 45 + ((grain >> 16) % 24)
  }
  return { data, width: WIDTH, height: HEIGHT }
}

/** Creates pictures from `PICTURES` test frames. */
export const madePictures = Effect.forEach(Array.from({ length: PICTURES }), (_, n) =>
  pictureOfFrame(frameNumber(n), { left: 0, top: 0, width: WIDTH, height: HEIGHT })
)

/** Returns the picture storage of the product. */
export const pictureStoreOf = ({ dataDir }: Product) =>
  livePictureStore({ cache: join(dataDir, "cache"), data: dataDir })

/** Stores a picture for each of these videos, which `appendVideos` created. */
const appendPictures = (product: Product, videos: ReadonlyArray<{ id: string; title: string }>) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const kept = yield* PictureStore
    const sets = yield* madePictures
    const made = videos.map(({ id, title }) => {
      const n = Number(title.split(" ").at(-1))
      if (titleNumber(n) !== title) throw new Error(`${title} was not made by appendVideos`)
      return { id, n, set: sets[n % PICTURES]! }
    })
    yield* Effect.forEach(made, ({ id, set }) => kept.write(id, set), { concurrency: 8, discard: true })
    const append = Effect.flatMap(versionsOf(made.map(({ id }) => id)), (versions) =>
      store.append(
        made.map(({ id, n, set: { height, thumbHash, version, width } }): StreamAppend => {
          const { mtimeMs, size } = fileNumber(n)
          const event: PictureEvent = {
            ...{ _tag: "picture.made.v1", size, mtimeMs, version, width, height, thumbHash }
          }
          return { streamId: id, expectedVersion: versions.get(id) ?? 0, events: [event] }
        }),
        { cause: "test" }
      )
    )
    // The append is retried, because the worker classifies the videos at the same time and changes their versions.
    yield* Effect.retry(append, { times: 20 })
  }).pipe(Effect.provide(pictureStoreOf(product)))

/**
 * Creates `count` videos with pictures in a new library by appending events. The product must have an administrator.
 */
export const addManyVideos = async (product: Product, count: number): Promise<void> => {
  const silent = { ...registry, policies: [] }
  const id = await product.addLibrary({ name: "Movies", contents: ["videos"], folder: product.media })
  await product.isScanned()
  const { roots } = await product.data<{ roots: ReadonlyArray<{ id: string }> }>(
    "GET",
    `/api/libraries/${id}`
  )
  await product.onStore(appendVideos({ libraryId: id, rootId: roots[0]!.id }, 0, count, true), silent)
  for (let page = 1; page <= Math.ceil(count / PER_PAGE); page++) {
    const found = await product.data<{ items: ReadonlyArray<{ id: string; title: string }> }>(
      "GET",
      `/api/videos?perPage=${PER_PAGE}&page=${page}`
    )
    await product.onStore(appendPictures(product, found.items), silent)
  }
}
