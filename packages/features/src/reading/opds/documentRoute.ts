import type { FailureBody, RawExchange, RawRoute } from "@media/http/RawRoute"
import { sendEntity } from "@media/http/response/SendEntity"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Asked } from "./catalog.ts"
import { askedIn, isMissing, missing } from "./exchange.ts"

/** The properties that all routes of one catalog share. */
interface Catalog {
  /** The base path of the catalog. */
  readonly at: string
  readonly failureBody?: FailureBody
  /** Parameters to append to the media types. */
  readonly parameters?: string
}

interface DocumentRoute<E, R> {
  /** The path below the catalog. */
  readonly path: string
  readonly summary: string
  readonly type: string
  /** Returns the text of the document. `id` comes from the path. */
  readonly read: (asked: Asked, id: string) => Effect.Effect<string, E, R>
}

const etagOf = (text: string): string =>
  `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`

/** Builds the routes of a catalog that respond with a document. */
export const documentRoutes =
  ({ at, failureBody, parameters = "" }: Catalog) =>
  <E, R>({ path, read, summary, type }: DocumentRoute<E, R>): RawRoute<R> => ({
    method: "GET",
    path: `${at}${path}`,
    access: "basic",
    body: "none",
    summary,
    contentType: type,
    ...(failureBody === undefined ? {} : { failureBody }),
    handle: (exchange: RawExchange) =>
      Effect.flatMap(read(askedIn(exchange, at), exchange.params["id"] ?? ""), (body) =>
        sendEntity(exchange, {
          etag: etagOf(body),
          contentType: `${type}${parameters}`,
          cacheControl: "private, no-cache",
          body
        })
      ).pipe(Effect.catchAll((error) => (isMissing(error) ? missing() : Effect.die(error))))
  })

/**
 * Responds with 404 to paths without a route. Without this route, the web app or the other catalog would handle them
 * and respond in a format that the reading app does not know.
 */
export const elsewhere = (type: string): DocumentRoute<NotFound, never> => ({
  path: "/*",
  summary: "Responds with 404 to unknown paths",
  type,
  read: () => new NotFound({ what: "page" })
})
