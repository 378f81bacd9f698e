import type { SqlClient } from "@effect/sql/SqlClient"
import { serveFile } from "@media/http/bytes/ServeFile"
import { RawFailure, type RawRoute } from "@media/http/RawRoute"
import type { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { MediaKind } from "../MediaKind.ts"
import type { ItemKind } from "./kinds.ts"
import { sourceOf } from "./source.ts"

interface Original {
  readonly kind: MediaKind<ItemKind>
  /** For the documentation: `image/*`. */
  readonly family: string
  /** Content types by extensions, several of them with spaces between. Everything else is plain bytes. */
  readonly types: Readonly<Record<string, string>>
}

const unknownType = "application/octet-stream"

/** Content types by one extension each. */
const byExtension = (types: Original["types"]): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(types).flatMap(([extensions, type]) =>
      extensions.split(" ").map((extension) => [extension, type] as const)
    )
  )

/**
 * The bytes of an item's file as they are, with ranges, to those who may see it. A document opened as a page of its own
 * must not act as a page of ours: it is sandboxed, and loads nothing.
 */
export const originalRoute = ({ family, kind, types }: Original): RawRoute<SqlClient | QueryCache> => {
  const known = byExtension(types)
  return {
    method: "GET",
    path: kind.paths.bytes,
    access: "session",
    body: "none",
    summary: "Original file bytes, with ranges",
    contentType: family,
    handle: ({ params, principal, request, response }) =>
      Effect.gen(function* () {
        const found = yield* Effect.orDie(sourceOf(principal, kind.kind, params["id"] ?? ""))
        if (Option.isNone(found)) {
          return yield* new RawFailure({ status: 404, text: `There is no such ${kind.kind}.` })
        }
        const { file, label, root } = found.value
        const extension = /\.([^.]+)$/.exec(label)?.[1]?.toLowerCase() ?? ""
        response.setHeader(
          "Content-Security-Policy",
          "sandbox; default-src 'none'; style-src 'unsafe-inline'"
        )
        yield* serveFile(
          {
            path: file,
            root: root.path,
            contentType: known.get(extension) ?? unknownType,
            cacheControl: "private, max-age=0, must-revalidate",
            reuseDescriptor: true
          },
          request,
          response
        )
      })
  }
}
