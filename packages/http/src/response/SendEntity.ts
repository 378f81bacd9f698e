import type { PublicExchange } from "../RawRoute.ts"
import { namesTag } from "../request/EntityTags.ts"

/** A whole answer in memory, which a client may keep. */
export interface Entity {
  /** With its quotes. */
  readonly etag: string
  readonly contentType: string
  readonly cacheControl: string
  /** Beside the caller, of whom it always depends: who signs in next in the same browser may not see it. */
  readonly vary?: string
  readonly body: Buffer | string
}

/** GET and HEAD; 304 for those who have it. Headers that were set before go with either. */
export const sendEntity = (
  { request, response }: Pick<PublicExchange, "request" | "response">,
  { body, cacheControl, contentType, etag, vary }: Entity
): void => {
  response.setHeader("ETag", etag)
  response.setHeader("Vary", `${vary === undefined ? "" : `${vary}, `}Cookie, Authorization`)
  response.setHeader("Cache-Control", cacheControl)
  if (namesTag(request.headers["if-none-match"], etag)) return void response.writeHead(304).end()
  response.writeHead(200, { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) })
  response.end(request.method === "HEAD" ? undefined : body)
}
