import type { RawExchange } from "@media/http/RawRoute"
import * as Effect from "effect/Effect"
import { receiveUpload } from "../../library/uploads/receive.ts"
import { receiving, uploadRoute } from "../../library/uploads/receiving.ts"
import { videoRule } from "../../library/uploads/rule.ts"
import { videoKind } from "./kind.ts"
import { getVideo } from "./queries.ts"

export const videoUpload = uploadRoute({
  method: "POST",
  path: `${videoKind.paths.list}/upload`,
  access: "session",
  body: "stream",
  errors: "envelope",
  summary:
    "Uploads a video to a library folder: multipart, fields `file`, `libraryRootId` and `folder` (relative to the root, created if missing), in any order. Returns 201 with the video. Accepts an `Idempotency-Key`; `/check` reports in advance what would be rejected",
  contentType: "application/json",
  handle: (exchange: RawExchange) =>
    receiving(exchange, Effect.void, (_, key) =>
      Effect.gen(function* () {
        const { principal, request } = exchange
        const id = yield* receiveUpload(principal, request, yield* videoRule, key)
        return yield* getVideo({ ...principal, showNsfw: true }, id)
      })
    )
})
