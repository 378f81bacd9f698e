import { serveFile } from "@media/http/bytes/ServeFile"
import { type RawExchange, RawFailure, type RawRoute } from "@media/http/RawRoute"
import type { SqlClient } from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import type { QueryCache } from "@media/pg/QueryCache"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { MediaKind } from "../../MediaKind.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { type ItemSource, sourceOf } from "./source.ts"

interface Original<Source extends ItemSource, R> {
  readonly kind: MediaKind<ItemKind>
  /** Content type to show in the API documentation, such as `image/*`. */
  readonly family: string
  readonly find: (principal: Principal, id: string) => Effect.Effect<Option.Option<Source>, unknown, R>
  readonly contentType: (source: Source) => string
  readonly summary?: string
  /**
   * Handles requests to the same path that are not for the original file. Returns undefined if the request is for the
   * original file.
   */
  readonly instead?: (exchange: RawExchange) => Effect.Effect<void, RawFailure, R> | undefined
  /**
   * Sends the response for an item without its own file, such as an archive entry. Returns false if the caller may not
   * see the item.
   */
  readonly otherwise?: (exchange: RawExchange) => Effect.Effect<boolean, RawFailure, R>
}

/**
 * Serves the original bytes of an item's file, with range requests, to callers who may see it. The response is
 * sandboxed: if a browser opens the file as a page, it loads nothing and cannot act as a page of this application.
 */
export const originalRoute = <Source extends ItemSource, R>({
  contentType,
  family,
  find,
  instead,
  kind,
  otherwise,
  summary
}: Original<Source, R>): RawRoute<R> => ({
  method: "GET",
  path: kind.paths.bytes,
  access: "session",
  body: "none",
  summary: summary ?? "Returns the original file. Supports ranges",
  contentType: family,
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const { params, principal, request, response } = exchange
      const other = instead?.(exchange)
      if (other !== undefined) return yield* other
      const found = yield* Effect.orDie(find(principal, params["id"] ?? ""))
      if (Option.isNone(found)) {
        if (otherwise !== undefined && (yield* otherwise(exchange))) return
        return yield* new RawFailure({ status: 404, text: new NotFound({ what: kind.kind }).message })
      }
      response.setHeader(
        "Content-Security-Policy",
        "sandbox; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"
      )
      yield* serveFile(
        {
          path: found.value.file,
          root: found.value.root.path,
          contentType: contentType(found.value),
          cacheControl: "private, max-age=0, must-revalidate",
          reuseDescriptor: true
        },
        request,
        response
      )
    })
})

interface PlainOriginal<R> extends Pick<
  Original<ItemSource, R>,
  "kind" | "family" | "summary" | "instead" | "otherwise"
> {
  /**
   * Content types keyed by extension. A key may contain several extensions, separated by spaces. Other files are served
   * as `application/octet-stream`.
   */
  readonly types: Types
}

type Types = Readonly<Record<string, string>>

/** Returns a function that determines the content type from a file name. */
export const typesByName = (types: Types) => {
  const known = new Map(
    Object.entries(types).flatMap(([extensions, type]) =>
      extensions.split(" ").map((extension) => [extension, type] as const)
    )
  )
  return (name: string): string =>
    known.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "") ?? "application/octet-stream"
}

/** Returns the route of a kind whose content types depend only on the file extension. */
export const plainOriginalRoute = <R = SqlClient | QueryCache>({ types, ...route }: PlainOriginal<R>) => {
  const typeOf = typesByName(types)
  return originalRoute<ItemSource, R | SqlClient | QueryCache>({
    ...route,
    find: (principal, id) => sourceOf(principal, route.kind.kind, id),
    contentType: ({ label }) => typeOf(label)
  })
}
