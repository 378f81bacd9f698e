import type { RawExchange } from "@media/http/RawRoute"
import * as Effect from "effect/Effect"
import { getTrack } from "../audio/queries.ts"
import { receiveUpload } from "../../library/uploads/receive.ts"
import { receiving, uploadRoute } from "../../library/uploads/receiving.ts"
import { trackRule } from "../../library/uploads/rule.ts"
import { albumKind } from "./kind.ts"
import { albumFolder } from "./uploadFolder.ts"

export const trackUpload = uploadRoute({
  method: "POST",
  path: `${albumKind.paths.list}/:id/tracks/upload`,
  access: "session",
  body: "stream",
  errors: "envelope",
  summary:
    "Uploads a track to the folder of an album: multipart, field `file`. Returns 201 with the track, whose tags determine its album. Accepts an `Idempotency-Key`",
  contentType: "application/json",
  handle: (exchange: RawExchange) =>
    receiving(exchange, albumFolder(exchange.principal, exchange.params["id"] ?? ""), (into, key) =>
      Effect.gen(function* () {
        const { principal, request } = exchange
        const id = yield* receiveUpload(principal, request, yield* trackRule, key, into)
        return yield* getTrack({ ...principal, showNsfw: true }, id)
      })
    )
})
