import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { sendEntity } from "@media/http/response/SendEntity"
import { sendError } from "@media/http/response/SendError"
import { NotFound, UpstreamFailed } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { previewPicture } from "./download.ts"
import { findProposal } from "./queries.ts"

const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

/** Limits the number of pictures that are downloaded and decoded at the same time for review pages. */
const previewing = Effect.unsafeMakeSemaphore(4)

const refuse = ({ response }: RawExchange, status: number, code: string, message: string) =>
  Effect.sync(() => sendError(response, status, code, message))

/** Sends a proposed picture for a review, so that the reviewer's browser makes no request to the original website. */
export const proposalImage = rawRoute({
  method: "GET",
  path: "/api/proposals/:id/images/:index",
  access: "administrator",
  body: "none",
  errors: "envelope",
  summary: "Returns a small version of a proposed picture, which the server downloads",
  contentType: "image/webp",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const stored = yield* findProposal(exchange.principal, exchange.params["id"] ?? "")
      const image = stored.found.images[Number(exchange.params["index"])]
      if (image === undefined) return yield* new NotFound({ what: "picture" })
      const picture = yield* previewing.withPermits(1)(previewPicture(image.url))
      if (Either.isLeft(picture)) return yield* new UpstreamFailed({ reason: picture.left })
      const { sizes, version } = picture.right
      yield* sendEntity(exchange, {
        etag: `"${version}"`,
        contentType: "image/webp",
        cacheControl: "private, max-age=86400",
        body: sizes[0]!.bytes
      })
    }).pipe(
      Effect.catchTags({
        NotFound: ({ message }) => refuse(exchange, 404, "not_found", message),
        UpstreamFailed: ({ message }) => refuse(exchange, 502, "upstream_failed", message),
        RetryableFailure: ({ message }) => refuse(exchange, 503, "not_ready", message)
      }),
      Effect.orDie
    )
})
