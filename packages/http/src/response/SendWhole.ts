import * as Effect from "effect/Effect"
import type { ServerResponse } from "node:http"
import type { PublicExchange } from "../RawRoute.ts"
import { codingFor, encoded, isCodable } from "./Coding.ts"

/** A complete response in memory. */
export interface Whole {
  readonly contentType: string
  readonly body: Buffer | string
}

/**
 * Sets `Vary` for compressible types, so that caches store each coding separately. The header is needed even for a 304.
 */
export const varyByCoding = (response: ServerResponse, contentType: string): void => {
  if (!isCodable(contentType)) return
  const before = response.getHeader("Vary")
  response.setHeader("Vary", before === undefined ? "Accept-Encoding" : `${String(before)}, Accept-Encoding`)
}

/**
 * Sends the response with 200, compressed if the client supports compression. Handles GET and HEAD. Headers that were
 * set before are included.
 */
export const sendWhole = (
  { request, response }: Pick<PublicExchange, "request" | "response">,
  { body, contentType }: Whole
): Effect.Effect<void> =>
  Effect.gen(function* () {
    const coding = codingFor(request, { contentType, size: Buffer.byteLength(body) })
    const bytes = coding === undefined ? body : yield* encoded(body, coding)
    varyByCoding(response, contentType)
    if (coding !== undefined) response.setHeader("Content-Encoding", coding)
    response.writeHead(200, { "Content-Type": contentType, "Content-Length": Buffer.byteLength(bytes) })
    response.end(request.method === "HEAD" ? undefined : bytes)
  })
