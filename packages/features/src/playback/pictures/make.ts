import { isPdf } from "@media/books/BookFile"
import { bookCover } from "@media/books/guarded/AskBook"
import { pinFile } from "@media/media-tools/PinnedFile"
import type { MediaPath } from "@media/media-tools/MediaPath"
import { pictureOfFrame, pictureOfImage } from "@media/pictures/MakePicture"
import { NoPicture } from "@media/pictures/PictureErrors"
import { PictureStore } from "@media/pictures/PictureStore"
import { LARGEST, type PictureSet } from "@media/pictures/PictureSet"
import { wholeOf } from "@media/pictures/RawFrame"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { coverOfTrack } from "../../media/audio/cover.ts"
import { pdfPage } from "../../media/books/pdf.ts"
import { entryBytes } from "../../catalog/items/entrySource.ts"
import type { ItemSource } from "../../catalog/items/source.ts"
import type { MadePicture } from "./decider.ts"
import type { PictureChoice } from "./events.ts"
import { artworkKinds } from "./kinds.ts"
import type { PictureSubject } from "./subject.ts"
import { automaticFrame, frameAt } from "./videoFrame.ts"

const noCover = () =>
  new NoPicture({ code: "unknown-type", reason: "The book has no cover that can be shown." })

/** Makes the picture of a book from its cover, with the same limits as for an uploaded picture. */
const coverOfBook = (source: ItemSource) =>
  Effect.gen(function* () {
    const book = { root: source.root.path, path: source.file, name: source.label }
    const bytes = yield* bookCover(book)
    if (bytes !== undefined) return yield* pictureOfImage(bytes)
    if (!(yield* isPdf(book))) return yield* noCover()
    const frame = yield* pdfPage(source, 0, LARGEST)
    return yield* pictureOfFrame(frame, wholeOf(frame))
  }).pipe(
    Effect.catchTags({
      BookUnreadable: ({ reason }) => new NoPicture({ code: "damaged", reason }),
      PdfUnreadable: ({ reason }) => new NoPicture({ code: "damaged", reason })
    })
  )

const notYet = () => new NoPicture({ code: "damaged", reason: "The file has not been examined yet." })

const fromFile = (
  { coverStream, facts, kind, source }: PictureSubject,
  choice: PictureChoice | null,
  path: MediaPath
) =>
  Effect.gen(function* () {
    if (kind === "image") return yield* pictureOfImage(path.toString(), true)
    if (kind === "book") return yield* coverOfBook(source)
    if (kind === "track") return yield* coverOfTrack(source, path, coverStream)
    if (Option.isNone(facts)) return yield* notYet()
    const { box, frame } =
      choice?.from === "frame"
        ? yield* frameAt(path, facts.value, choice.seconds)
        : yield* automaticFrame(path, facts.value)
    return yield* pictureOfFrame(frame, box)
  })

/** Returns the bytes of an image in an archive. */
export const entryOf = ({ file, root }: ItemSource, entry: string) =>
  Effect.catchTag(entryBytes({ entry, file, root }), "NoEntry", ({ reason }) =>
    Effect.fail(new NoPicture({ code: "damaged", reason }))
  )

/** Makes the sizes of an uploaded picture from its stored original. Undefined if the original is missing. */
const fromOwn = (itemId: string, digest: string) =>
  Effect.gen(function* () {
    const store = yield* PictureStore
    const bytes = yield* store.readOwn(itemId, digest)
    if (bytes === undefined)
      yield* Effect.logWarning("An uploaded picture is missing, so the automatic picture is used", {
        itemId
      })
    return bytes === undefined ? undefined : yield* pictureOfImage(bytes)
  })

const noArtwork = () =>
  new NoPicture({ code: "unknown-type", reason: "There is no picture next to the videos of this item." })

/**
 * Makes a picture from the file next to an item. Undefined if the file is missing or damaged, so that the automatic
 * picture is used.
 */
export const fromArtwork = ({ file, root }: NonNullable<PictureSubject["artwork"]>) =>
  Effect.flatMap(pinFile(root, file), ({ path }) => pictureOfImage(path.toString(), true)).pipe(
    Effect.map((set): PictureSet | undefined => set),
    Effect.catchTags({
      NoPicture: () => Effect.succeed(undefined),
      FileUnopenable: () => Effect.succeed(undefined)
    })
  )

export interface PictureInHand {
  readonly set: PictureSet
  readonly made: MadePicture
}

/** Makes the picture of an item according to `choice`. Does not store the picture. */
export const makePicture = (subject: PictureSubject, choice: PictureChoice | null) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { source } = subject
      const own = choice?.from === "upload" ? yield* fromOwn(source.id, choice.digest) : undefined
      if (own !== undefined) return inHand(own, { size: source.size, mtimeMs: source.mtimeMs })
      if (subject.entry !== null) {
        const bytes = yield* entryOf(source, subject.entry)
        return inHand(yield* pictureOfImage(bytes, true), { size: source.size, mtimeMs: source.mtimeMs })
      }
      if (choice === null && subject.artwork !== null) {
        const near = yield* fromArtwork(subject.artwork)
        if (near !== undefined) return inHand(near, { size: source.size, mtimeMs: source.mtimeMs })
      }
      if (artworkKinds.includes(subject.kind)) return yield* noArtwork()
      const { path, ...stamp } = yield* pinFile(source.root.path, source.file)
      return inHand(yield* fromFile(subject, choice, path), stamp)
    })
  ).pipe(
    // The CPU limit is the only time limit that indicates a problem with the file itself.
    Effect.catchIf(
      (error) => error._tag === "MediaProcessTimeout" && error.kind === "cpu",
      () => new NoPicture({ code: "too-slow", reason: "The file takes too long to decode." })
    ),
    Effect.withSpan("pictures.make")
  )

/** Combines a picture with the fields of its event. */
export const inHand = (
  set: PictureSet,
  stamp: { readonly size: number; readonly mtimeMs: number }
): PictureInHand => {
  const { height, isIncomplete, thumbHash, version, width } = set
  const { mtimeMs, size } = stamp
  const made = { size, mtimeMs, version, width, height, thumbHash }
  return { set, made: isIncomplete === true ? { ...made, isIncomplete } : made }
}
