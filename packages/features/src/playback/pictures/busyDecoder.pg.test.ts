import { ReaderBusy } from "@media/children/guarded/GuardedReader"
import { CommitPhase } from "@media/jobs/CommitPhase"
import { RetryableFailure } from "@media/jobs/Failures"
import { MediaProcessFailed, MediaProcessTimeout } from "@media/media-tools/MediaToolErrors"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import { DecoderBusy, NoPicture } from "@media/pictures/PictureErrors"
import { PictureStore } from "@media/pictures/PictureStore"
import { sharp } from "@media/pictures/Sharp"
import { noteContext, openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { imageThumbnailProcessor } from "./processor.ts"
import { recordRun } from "./recordRun.ts"
import { pictureSubject } from "./subject.ts"

let server: TestServer
let imageId = ""

beforeAll(async () => {
  server = await startTestServer()
  await server.setup()
  const folder = join(server.media, "photos")
  const flat = sharp({ create: { width: 60, height: 40, channels: 3, background: "#ff0000" } })
  writeTree(folder, { "photo.jpg": await flat.jpeg().toBuffer() })
  await (await openLibrary(server, [folder], { contents: ["images"] })).scan()
  imageId = String((await server.rows("select id from items"))[0]!["id"])
})
afterAll(() => server.stop())

/** Returns everything that the database contains about the picture and the examination of the image. */
const recorded = async () => ({
  events: (
    await server.rows("select type from events where type like 'picture.%' or type like '%.probe-failed.%'")
  ).map(({ type }) => type),
  pictures: await server.rows("select failure from item_pictures where failure is not null"),
  items: await server.rows("select i.status, f.failure from items i join item_files f on f.item_id = i.id")
})
const unchanged = { events: [], pictures: [], items: [{ status: "arriving", failure: null }] }

const untouched = Effect.dieMessage("There is no picture to store or read.")
const withoutStore = Effect.provideService(PictureStore, {
  write: () => untouched,
  add: () => untouched,
  read: () => untouched,
  keepOwn: () => untouched,
  readOwn: () => untouched,
  sweep: () => untouched
})

const runWith = (error: DecoderBusy | NoPicture) =>
  server.run(
    imageThumbnailProcessor.run({ itemId: imageId }, noteContext()).pipe(
      Effect.flatMap((phase) => (phase instanceof CommitPhase ? phase.effect : Effect.succeed(phase))),
      Effect.provideService(ImageDecoder, { decode: () => error, facts: () => error }),
      withoutStore,
      Effect.either
    ) as Effect.Effect<Either.Either<unknown, Error>>
  )

describe("a thumbnail job whose decoder failed", () => {
  it.each([
    ["the decoder of images", new DecoderBusy({ reason: "The decoder ended." })],
    ["the reader of books and archives", new ReaderBusy()],
    [
      "ffmpeg by a signal",
      new MediaProcessFailed({ tool: "ffmpeg", exitCode: null, signal: "SIGKILL", stderrTail: "" })
    ],
    [
      "ffmpeg by its limit of total time",
      new MediaProcessTimeout({ tool: "ffmpeg", kind: "wall", limitMs: 1 })
    ]
  ])("is retried without recording a failure: %s", async (_, error) => {
    const subject = Option.getOrThrow(await server.run(pictureSubject(imageId)))
    const examination = Either.left(new RetryableFailure({ message: error.message }))
    const run = { picture: Either.left(error), examination }
    const ended = await server.run(Effect.flip(recordRun(subject, run)).pipe(withoutStore))
    expect(ended).toMatchObject({ _tag: "RetryableFailure", message: error.message })
    // The result is the same for a video or a book, which this job does not examine.
    const other = { picture: Either.left(error), examination: Either.right(undefined) }
    const end = await server.run(Effect.flip(recordRun(subject, other)).pipe(withoutStore))
    expect(end).toMatchObject({ _tag: "RetryableFailure", message: error.message })
    expect(await recorded()).toEqual(unchanged)
  })

  it("leaves the image waiting to be examined instead of marking it as damaged", async () => {
    const reason = "The decoder ended."
    const ended = await runWith(new DecoderBusy({ reason }))
    expect(ended).toMatchObject({ _tag: "Left", left: { _tag: "RetryableFailure", message: reason } })
    expect(await recorded()).toEqual(unchanged)
  })
})

it("marks the image as failed if the decoder reports that the file is damaged", async () => {
  const reason = "The picture is damaged."
  const ended = await runWith(new NoPicture({ code: "damaged", reason }))
  expect(ended).toMatchObject({ _tag: "Left", left: { _tag: "PermanentFailure", message: reason } })
  expect(await recorded()).toMatchObject({
    pictures: [{ failure: reason }],
    items: [{ status: "failed", failure: reason }]
  })
})
