import { isPdf } from "@media/books/BookFile"
import { bookPage } from "@media/books/guarded/AskBook"
import type { GuardedReader } from "@media/children/guarded/GuardedReader"
import type { PublicExchange } from "@media/http/RawRoute"
import { namesTag } from "@media/http/request/EntityTags"
import { sendWhole } from "@media/http/response/SendWhole"
import { NotFound, type NotReady } from "@media/kernel/Errors"
import type { ImageDecoder } from "@media/pictures/ImageDecoder"
import { imageTypeOf } from "@media/pictures/ImageType"
import { jpegOf, jpegOfFrame } from "@media/pictures/MakePicture"
import type { PdfDecoder } from "@media/pictures/PdfDecoder"
import { LARGEST_PAGE } from "@media/pictures/PictureSet"
import type { Principal } from "@media/wire/Security"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ItemSource, sourceOf } from "../../catalog/items/source.ts"
import { whileWaiting } from "@media/pictures/WhileWaiting"
import { pdfPage } from "./pdf.ts"

/** The page does not exist or is not a picture. `reason` is a message for users. */
export class NoPage extends Data.TaggedError("NoPage")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

export interface PageRequest {
  /** The page number, counted from 0. */
  readonly page: number
  /** The maximum width in pixels. Undefined for the original size. */
  readonly maxWidth: number | undefined
  /** True to convert the page to JPEG, even if the page is stored in a different format. */
  readonly asJpeg: boolean
}

/** Parses the requested page and width. Returns undefined if either is invalid. */
export const pageRequestIn = (
  { request }: Pick<PublicExchange, "request">,
  page: string | undefined,
  asJpeg = false
): PageRequest | undefined => {
  const asked = new URL(request.url ?? "", "http://server").searchParams.get("maxWidth")
  // The URL template of OPDS-PSE contains the placeholder `{maxWidth}`. Clients that do not want to limit the width
  // send the placeholder unchanged or replace it with an empty string.
  const width = asked === "{maxWidth}" || asked === "" ? null : asked
  if (page === undefined || !/^\d{1,5}$/.test(page)) return undefined
  if (width !== null && !(/^\d{2,4}$/.test(width) && Number(width) >= 16 && Number(width) <= LARGEST_PAGE))
    return undefined
  return { page: Number(page), maxWidth: width === null ? undefined : Number(width), asJpeg }
}

export interface ServedPage {
  readonly etag: string
  /** The Content-Security-Policy of the response. By default, the page may neither load nor run anything. */
  readonly policy?: string
  /** The type and the bytes. This effect does not run if the client already has the page. */
  readonly bytes: Effect.Effect<{ readonly type: string; readonly bytes: Buffer }, NoPage | NotReady>
}

/**
 * Default width in pixels of a rendered PDF page, because PDF pages have no size in pixels. At this width, text is
 * sharp on most screens.
 */
const PDF_WIDTH = 1_600

/** Limits the number of pages that are read at the same time, because each read may use up to 64 MiB of memory. */
const reading = Effect.unsafeMakeSemaphore(4)

/** Returns the ETag of a page, which contains the size and modification time of the source and the requested format. */
export const pageTag = (
  { mtimeMs, size }: Pick<ItemSource, "mtimeMs" | "size">,
  { asJpeg, maxWidth, page }: PageRequest
): string =>
  `"${size.toString(36)}-${mtimeMs.toString(36)}-${page}-${maxWidth ?? "full"}${asJpeg ? "-jpeg" : ""}"`

/**
 * Returns a picture unchanged if no width is requested and its type is acceptable, and as a JPEG otherwise. The type is
 * determined from the first bytes.
 */
export const asPage = (stored: Buffer, { asJpeg, maxWidth }: PageRequest) =>
  Effect.gen(function* () {
    const type = imageTypeOf(stored)
    const isKept = maxWidth === undefined && (asJpeg ? type === "jpeg" : type !== undefined)
    return isKept
      ? { type: `image/${type}`, bytes: stored }
      : {
          type: "image/jpeg",
          bytes: yield* jpegOf(
            stored,
            maxWidth === undefined ? { longest: LARGEST_PAGE } : { widest: maxWidth }
          )
        }
  })

/**
 * Returns a page of a comic or PDF that the caller may see, as a picture. A comic page whose type is unknown is
 * converted to JPEG.
 */
export const pageOf = (principal: Principal, id: string, wanted: PageRequest) =>
  Effect.gen(function* () {
    const { maxWidth, page } = wanted
    const found = yield* sourceOf(principal, "book", id)
    if (Option.isNone(found)) return yield* new NotFound({ what: "book" })
    const { file, label, root } = found.value
    const context = yield* Effect.context<GuardedReader | ImageDecoder | PdfDecoder>()
    const bytes = whileWaiting(
      reading.withPermits(1)(
        Effect.gen(function* () {
          const book = { root: root.path, path: file, name: label }
          if (yield* isPdf(book)) {
            const frame = yield* pdfPage(found.value, page, maxWidth ?? PDF_WIDTH)
            return { type: "image/jpeg", bytes: yield* jpegOfFrame(frame) }
          }
          return yield* asPage(yield* bookPage(book, page), wanted)
        })
      )
    ).pipe(
      Effect.catchIf(
        (error) => error._tag !== "NotReady",
        ({ reason }) => new NoPage({ reason })
      ),
      Effect.provide(context)
    )
    return { etag: pageTag(found.value, wanted), bytes } satisfies ServedPage
  }).pipe(Effect.withSpan("books.page"))

export const sendPage = (exchange: PublicExchange, page: ServedPage) =>
  Effect.gen(function* () {
    const { request, response } = exchange
    if (page.policy !== undefined) response.setHeader("X-Frame-Options", "SAMEORIGIN")
    // A 304 response has these headers too, because browsers replace their cached headers with the headers of the
    // response.
    response.setHeader("Content-Security-Policy", page.policy ?? "sandbox; default-src 'none'")
    // The response depends on the cookie, so the cache must not return the response to the next user of the same
    // browser.
    response.setHeader("Vary", "Cookie, Authorization")
    response.setHeader("Cache-Control", "private, no-cache")
    // The ETag is weak, because the bytes also depend on the encoder and on the program that rendered the page.
    const etag = `W/${page.etag}`
    if (namesTag(request.headers["if-none-match"], page.etag))
      return void response.writeHead(304, { ETag: etag }).end()
    const { bytes, type } = yield* page.bytes
    response.setHeader("ETag", etag)
    yield* sendWhole(exchange, { contentType: type, body: bytes })
  })
