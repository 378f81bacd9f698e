import * as Effect from "effect/Effect"
import type { PublicExchange } from "../RawRoute.ts"
import { namesTag } from "../request/EntityTags.ts"
import { isCodable } from "./Coding.ts"
import { sendWhole, varyByCoding, type Whole } from "./SendWhole.ts"

/** A whole answer in memory, which a client may keep. */
export interface Entity extends Whole {
  /** With its quotes. */
  readonly etag: string
  readonly cacheControl: string
  /** Beside the caller, of whom it always depends: who signs in next in the same browser may not see it. */
  readonly vary?: string
}

/**
 * GET and HEAD; 304 for those who have it. Headers that were set before go with either. The tag of text is weak: it names the
 * text, not the bytes, which differ by their coding.
 */
export const sendEntity = (
  exchange: Pick<PublicExchange, "request" | "response">,
  { cacheControl, etag, vary, ...whole }: Entity
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { request, response } = exchange
    response.setHeader("ETag", isCodable(whole.contentType) ? `W/${etag}` : etag)
    response.setHeader("Vary", `${vary === undefined ? "" : `${vary}, `}Cookie, Authorization`)
    response.setHeader("Cache-Control", cacheControl)
    if (!namesTag(request.headers["if-none-match"], etag)) return sendWhole(exchange, whole)
    varyByCoding(response, whole.contentType)
    return Effect.sync(() => void response.writeHead(304).end())
  })
