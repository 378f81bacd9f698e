import * as Effect from "effect/Effect"
import type { PublicExchange } from "../RawRoute.ts"
import { namesTag } from "../request/EntityTags.ts"
import { isCodable } from "./Coding.ts"
import { sendWhole, varyByCoding, type Whole } from "./SendWhole.ts"

/** A complete response in memory, which a client may cache. */
export interface Entity extends Whole {
  /** The ETag with its quotes. */
  readonly etag: string
  readonly cacheControl: string
  /**
   * Request headers on which the response depends. `Cookie` and `Authorization` are always added, because the next user
   * of the same browser must not get the response from the cache.
   */
  readonly vary?: string
}

/**
 * Sends an entity for GET and HEAD, or 304 if the client has the current version. Headers that were set before are
 * included. The tag of text is weak, because it identifies the text and not the bytes, which depend on the coding.
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
