import { RawFailure, type RawExchange } from "@media/http/RawRoute"
import { originOf } from "@media/http/request/RequestFacts"
import type { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import { createHash } from "node:crypto"
import { MOST_PER_PAGE, PER_PAGE } from "./books.ts"
import type { Asked } from "./catalog.ts"

export const missing = () => new RawFailure({ status: 404, text: "There is no such page in this catalog." })

export const isMissing = (error: unknown): error is NotFound =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "NotFound"

/** The path of the public address, which stands before every link. */
export const baseOf = (request: IncomingMessage): string => originOf(request).cookiePath.replace(/\/$/, "")

const wholeIn = (text: string | null, most: number): number | undefined =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) && Number(text) <= most ? Number(text) : undefined

/** What a request asks of a catalog that is below this path. */
export const askedIn = ({ principal, request }: RawExchange, catalog: string): Asked => {
  const url = new URL(request.url ?? "", "http://server")
  const text = (name: string) => url.searchParams.get(name) ?? undefined
  const perPage = wholeIn(url.searchParams.get("limit"), MOST_PER_PAGE)
  return {
    principal,
    base: baseOf(request),
    path: url.pathname.slice(url.pathname.indexOf(catalog) + catalog.length),
    query: {
      q: text("q") ?? text("query"),
      order: text("order"),
      library: text("library"),
      format: text("format"),
      language: text("language"),
      limit: perPage === undefined ? undefined : String(perPage)
    },
    page: wholeIn(url.searchParams.get("page"), 100_000) ?? 1,
    perPage: perPage ?? PER_PAGE
  }
}

/** Does the client have it already? */
export const isKnown = (request: IncomingMessage, etag: string): boolean =>
  request.headers["if-none-match"]
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*") === true

export const etagOf = (text: string): string =>
  `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`

export const sendDocument = ({ request, response }: RawExchange, type: string, text: string) =>
  Effect.sync(() => {
    const body = Buffer.from(text)
    const etag = etagOf(text)
    response.setHeader("ETag", etag)
    response.setHeader("Vary", "Authorization, Cookie")
    response.setHeader("Cache-Control", "private, no-cache")
    if (isKnown(request, etag)) return void response.writeHead(304).end()
    response.writeHead(200, { "Content-Type": type, "Content-Length": body.length })
    response.end(request.method === "HEAD" ? undefined : body)
  })
