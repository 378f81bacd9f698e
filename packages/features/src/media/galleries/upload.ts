import type { RawExchange } from "@media/http/RawRoute"
import * as Effect from "effect/Effect"
import { imageReads } from "../images/queries.ts"
import { receiveUpload } from "../../library/uploads/receive.ts"
import { receiving, uploadRoute } from "../../library/uploads/receiving.ts"
import { imageRule } from "../../library/uploads/rule.ts"
import { galleryKind } from "./kind.ts"
import { galleryFolder } from "./uploadFolder.ts"

export const imageUpload = uploadRoute({
  method: "POST",
  path: `${galleryKind.paths.list}/:id/images/upload`,
  access: "session",
  body: "stream",
  errors: "envelope",
  summary:
    "Uploads an image to the folder of a gallery: multipart, field `file`. Returns 201 with the image, which appears in the gallery shortly afterwards. Accepts an `Idempotency-Key`. Archives are never changed",
  contentType: "application/json",
  handle: (exchange: RawExchange) =>
    receiving(exchange, galleryFolder(exchange.principal, exchange.params["id"] ?? ""), (into, key) =>
      Effect.gen(function* () {
        const { principal, request } = exchange
        const id = yield* receiveUpload(principal, request, yield* imageRule, key, into)
        return yield* imageReads.get({ ...principal, showNsfw: true }, id)
      })
    )
})
