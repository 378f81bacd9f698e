import { type RawExchange, RawFailure } from "@media/http/RawRoute"
import { imageTypeOf } from "@media/pictures/ImageType"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { NoPage, sendPage } from "../books/pages.ts"
import { type EntrySource, entryBytes, visibleEntry } from "../../catalog/items/entrySource.ts"
import { plainOriginalRoute } from "../../catalog/items/original.ts"
import { imageKind } from "./kind.ts"

const imageIn = (source: EntrySource) => ({
  etag: `"${source.size.toString(36)}-${source.mtimeMs.toString(36)}"`,
  bytes: Effect.mapBoth(entryBytes(source), {
    onSuccess: (bytes) => {
      const type = imageTypeOf(bytes)
      return { type: type === undefined ? "application/octet-stream" : `image/${type}`, bytes }
    },
    onFailure: ({ reason }) => new NoPage({ reason })
  })
})

/** Sends an image from an archive. Range requests are not supported. */
const sendEntry = (exchange: RawExchange) =>
  Effect.gen(function* () {
    const found = yield* Effect.orDie(visibleEntry(exchange.principal, "image", exchange.params["id"] ?? ""))
    if (Option.isNone(found)) return false
    yield* Effect.mapError(
      sendPage(exchange, imageIn(found.value)),
      (error) => new RawFailure({ status: error._tag === "NotReady" ? 503 : 404, text: error.reason })
    )
    return true
  })

/** Sends the original bytes and supports range requests, except for images in archives. */
export const imageSourceRoute = plainOriginalRoute({
  kind: imageKind,
  family: "image/*",
  otherwise: sendEntry,
  types: {
    "jpg jpeg jpe jfif": "image/jpeg",
    "png apng": "image/png",
    webp: "image/webp",
    gif: "image/gif",
    "avif avifs": "image/avif",
    "heic heif hif": "image/heic",
    "bmp dib": "image/bmp",
    "tif tiff": "image/tiff",
    jxl: "image/jxl",
    "jp2 j2k jpf jpx": "image/jp2",
    ico: "image/x-icon",
    psd: "image/vnd.adobe.photoshop",
    dng: "image/x-adobe-dng"
  }
})
