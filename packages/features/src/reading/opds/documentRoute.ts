import type { FailureBody, RawExchange, RawRoute } from "@media/http/RawRoute"
import { sendEntity } from "@media/http/response/SendEntity"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Asked } from "./catalog.ts"
import { askedIn, isMissing, missing } from "./exchange.ts"

/** One of the catalogs. */
interface Catalog {
  /** Its base path. */
  readonly at: string
  readonly failureBody?: FailureBody
  /** Parameters of the media type. */
  readonly parameters?: string
}

interface DocumentRoute<E, R> {
  /** The path below the catalog. */
  readonly path: string
  readonly summary: string
  readonly type: string
  /** The text of the document. `id` is from the path. */
  readonly read: (asked: Asked, id: string) => Effect.Effect<string, E, R>
}

const etagOf = (text: string): string =>
  `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`

/** Routes of a catalog that respond with a document. */
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
 * Handles paths without a route, because otherwise the web app or another catalog would respond in a format that
 * reading apps do not know.
 */
export const elsewhere = (type: string): DocumentRoute<NotFound, never> => ({
  path: "/*",
  summary: "Nothing: there is no such page",
  type,
  read: () => new NotFound({ what: "page" })
})
