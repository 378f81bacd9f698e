import { madeComic } from "@media/books/testing/MadeBooks"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import { DecoderBusy, NoPicture } from "@media/pictures/PictureErrors"
import { noteContext } from "@media/testkit/Library"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { EventStore } from "@media/event-store/EventStore"
import { enqueue } from "@media/jobs/Enqueue"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import { fingerprintDecider } from "../../library/fingerprints/decider.ts"
import { itemsToPhash, itemsToPhashAgain } from "../../library/fingerprints/backfill.ts"
import { imageFingerprintProcessor } from "../../library/fingerprints/processor.ts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let token = ""

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const data = async (target: string): Promise<any> => (await server.get(target, token)).json.data
const waiting = async () =>
  Number((await server.rows("select count(*) as n from items where status = 'arriving'"))[0]!["n"])

/** Returns a BMP file with 4 x 2 red pixels. */
const bmp = () => {
  const bytes = Buffer.alloc(54 + 2 * 12)
  bytes.write("BM")
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(4, 18)
  bytes.writeInt32LE(2, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  for (let at = 54; at < bytes.length; at += 3) bytes[at + 2] = 255
  return bytes
}

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  const folder = join(server.media, "photos")
  mkdirSync(folder)
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#ff0000" } })
  const photo = await flat(60, 40)
    .jpeg()
    .withExif({ IFD2: { DateTimeOriginal: "2011:03:04 05:06:07" } })
    .toBuffer()
  writeFileSync(join(folder, "photo.jpg"), photo)
  const large = await flat(900, 600).jpeg().toBuffer()
  writeFileSync(join(folder, "cut.jpg"), large.subarray(0, Math.floor(large.length * 0.7)))
  writeFileSync(join(folder, "IMG_20190102_030405.bmp"), bmp())
  const comic = madeComic([{ name: "1.bmp", content: bmp() }])
  writeFileSync(join(folder, "drawings.zip"), comic)
  writeFileSync(join(folder, "IMG-20180203-WA0001.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>")
  await server.request("POST", "/api/libraries", {
    token,
    body: { name: "Photos", contents: ["images"], roots: [{ path: folder }] }
  })
  await eventually(async () => (await data("/api/images")).total === 5 && (await waiting()) === 0, 60_000)
})
afterAll(() => server.stop())

const byTitle = async (title: string) => {
  const { items } = await data("/api/images")
  return data(`/api/images/${items.find((item: { readonly title: string }) => item.title === title).id}`)
}

it("marks an examined image as ready and takes its date from the camera", async () => {
  expect(await byTitle("photo")).toMatchObject({
    status: "ready",
    width: 60,
    moment: "2011-03-04T05:06:07",
    momentFrom: "camera",
    isIncomplete: false
  })
  expect((await data("/api/images/timeline")).days.at(-1)).toEqual({ day: "2011-03-04", count: 1 })
})

it("shows the decodable part of a damaged image and marks the image as incomplete", async () => {
  expect(await byTitle("cut")).toMatchObject({
    status: "ready",
    isIncomplete: true,
    picture: { width: 900, height: 600 },
    pictureFailure: null
  })
})

it("decodes an image with ffmpeg if libvips cannot decode it", async () => {
  expect(await byTitle("IMG 20190102 030405")).toMatchObject({
    status: "ready",
    format: "bmp",
    width: 4,
    height: 2,
    picture: { width: 4, height: 2 },
    moment: "2019-01-02T03:04:05"
  })
})

it("also decodes images in archives and uploaded thumbnails with ffmpeg", async () => {
  // Wait for the thumbnail, because an image in an archive is listed before its thumbnail exists.
  const inArchive = await eventually(async () => {
    const image = await byTitle("1")
    return image.picture !== null && image
  })
  expect(inArchive).toMatchObject({ status: "ready", format: "bmp", picture: { width: 4, height: 2 } })
  expect((await server.get(inArchive.picture.url, token)).status).toBe(200)
  const { id } = await byTitle("photo")
  const form = new FormData()
  form.set("file", new Blob([bmp()]), "drawing.bmp")
  const sent = await fetch(`${server.origin}/api/images/${id}/thumbnail`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: form
  })
  expect(await sent.json()).toMatchObject({ ok: true, data: { width: 4, height: 2 } })
})

describe("perceptual hash of an image that could not be decoded", () => {
  const hashWith = (error: DecoderBusy | NoPicture, itemId: string) =>
    server.run(
      imageFingerprintProcessor
        .run({ itemId, phashOnly: true }, noteContext())
        .pipe(
          Effect.provideService(ImageDecoder, { decode: () => error, facts: () => error }),
          Effect.either
        ) as Effect.Effect<Either.Either<unknown, Error>>
    )

  it("records no failure if the decoder was killed, so that a later job computes the perceptual hash", async () => {
    const { id } = await byTitle("photo")
    const reason = "The decoder ended."
    const ended = await hashWith(new DecoderBusy({ reason }), id)
    expect(ended).toMatchObject({ _tag: "Left", left: { _tag: "RetryableFailure", message: reason } })
    const { fingerprints } = await data(`/api/images/${id}`)
    expect(fingerprints).toMatchObject({ phash: null, phashFailure: null })
    expect((await server.run(itemsToPhash)).map(({ target }) => target?.id)).toContain(id)
  })

  it("records a permanent failure of the perceptual hash if the decoder reports a damaged file", async () => {
    const { id } = await byTitle("cut")
    const reason = "The picture is damaged."
    const ended = await hashWith(new NoPicture({ code: "damaged", reason }), id)
    expect(ended).toMatchObject({ _tag: "Right", right: { phash: null } })
    const { fingerprints } = await data(`/api/images/${id}`)
    expect(fingerprints).toMatchObject({ phash: null, phashFailure: reason })
    expect((await server.run(itemsToPhash)).map(({ target }) => target?.id)).not.toContain(id)
  })
})

it("computes a perceptual hash again if an earlier version could not decode the image", async () => {
  const { id } = await byTitle("IMG 20190102 030405")
  const phash = async () => (await data(`/api/images/${id}`)).fingerprints.phash as string | null
  await server.run(enqueue(await server.run(itemsToPhash)))
  const first = await eventually(async () => (await phash()) ?? undefined)
  const [stamp] = await server.rows(
    "select size_bytes::float8 as size, mtime_ms::float8 as mtime from item_fingerprints where item_id = $1",
    [id]
  )
  const command = {
    _tag: "RecordPhash",
    size: Number(stamp!["size"]),
    mtimeMs: Number(stamp!["mtime"]),
    phash: null,
    reason: "BMP pictures cannot be decoded by this server."
  } as const
  await server.run(
    Effect.flatMap(EventStore, (store) =>
      store.execute({ streamId: id, decider: fingerprintDecider, command, meta: { cause: "test" } })
    )
  )
  const jobs = await server.run(itemsToPhashAgain)
  expect(jobs).toHaveLength(1)
  await server.run(enqueue(jobs))
  expect(await eventually(async () => (await phash()) ?? undefined)).toBe(first)
  expect(await server.run(itemsToPhashAgain)).toEqual([])
})

it("records the reason why an image cannot be examined", async () => {
  const reason = "This server does not decode SVG pictures, because an SVG file can contain scripts."
  expect(await byTitle("IMG-20180203-WA0001")).toMatchObject({
    status: "failed",
    failure: reason,
    pictureFailure: reason,
    moment: "2018-02-03T00:00:00",
    momentFrom: "name"
  })
})
