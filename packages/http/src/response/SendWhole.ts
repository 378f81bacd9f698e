import * as Effect from "effect/Effect"
import type { ServerResponse } from "node:http"
import type { PublicExchange } from "../RawRoute.ts"
import { codingFor, encoded, isCodable } from "./Coding.ts"

/** An answer in memory. */
export interface Whole {
  readonly contentType: string
  readonly body: Buffer | string
}

/** Of what is coded for some: caches keep the answers apart. Of a 304, too. */
export const varyByCoding = (response: ServerResponse, contentType: string): void => {
  if (!isCodable(contentType)) return
  const before = response.getHeader("Vary")
  response.setHeader("Vary", before === undefined ? "Accept-Encoding" : `${String(before)}, Accept-Encoding`)
}

/** 200 with all of it, coded as the client takes it. GET and HEAD; headers that were set before go with it. */
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
