import * as Effect from "effect/Effect"
import { constants } from "node:fs"
import { open } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { RawFailure } from "../RawRoute.ts"
import { pump } from "./Pump.ts"
import { parseRange } from "./RangeHeader.ts"

export interface ServeFileOptions {
  readonly path: string | Buffer
  readonly contentType: string
  readonly cacheControl: string
  /** Quoted. By default size and time of the file. */
  readonly etag?: string
}

const isFresh = (request: IncomingMessage, etag: string, modified: Date): boolean => {
  const match = request.headers["if-none-match"]
  if (match !== undefined)
    return match === "*" || match.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
  const since = request.headers["if-modified-since"]
  return since !== undefined && Math.floor(modified.getTime() / 1000) * 1000 <= Date.parse(since)
}

/** A range holds only for the very bytes the client has begun to collect. */
const rangeHolds = (request: IncomingMessage, etag: string, modified: Date): boolean => {
  const condition = request.headers["if-range"]
  if (typeof condition !== "string") return true
  if (condition.startsWith('"') || condition.startsWith("W/")) return condition === etag
  return Math.floor(modified.getTime() / 1000) * 1000 === Date.parse(condition)
}

/** No such name, none that could be one, or a socket. */
const notThere = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "ENXIO"])

const openFile = (path: string | Buffer) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      // O_NONBLOCK: opening a FIFO would otherwise occupy a thread of the pool until somebody writes to it.
      try: () => open(path, constants.O_RDONLY | constants.O_NONBLOCK),
      catch: (cause) => {
        const { code } = cause as NodeJS.ErrnoException
        return notThere.has(code ?? "")
          ? new RawFailure({ status: 404, text: "The file is not there." })
          : code === "EMFILE" || code === "ENFILE"
            ? new RawFailure({ status: 503, text: "The server is busy.", retryAfterSeconds: 1 })
            : new RawFailure({ status: 500, text: "The file cannot be opened." })
      }
    }),
    (file) => Effect.promise(() => file.close().catch(() => undefined))
  )

/**
 * The original bytes of a file: GET and HEAD, a single range, `If-Range`, `If-None-Match`, 304, 416. One descriptor is
 * opened and examined, so that numbers and bytes belong to the same file.
 */
export const serveFile = (
  options: ServeFileOptions,
  request: IncomingMessage,
  response: ServerResponse
): Effect.Effect<void, RawFailure> =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* openFile(options.path)
      const info = yield* Effect.promise(() => file.stat())
      if (!info.isFile()) return yield* new RawFailure({ status: 404, text: "The file is not there." })
      const etag = options.etag ?? `"${info.size.toString(16)}-${Math.floor(info.mtimeMs).toString(16)}"`
      response.setHeader("ETag", etag)
      response.setHeader("Last-Modified", info.mtime.toUTCString())
      response.setHeader("Accept-Ranges", "bytes")
      response.setHeader("Cache-Control", options.cacheControl)
      if (isFresh(request, etag, info.mtime)) {
        response.writeHead(304).end()
        return
      }
      response.setHeader("Content-Type", options.contentType)
      const answer = rangeHolds(request, etag, info.mtime)
        ? parseRange(request.headers.range, info.size)
        : { _tag: "Whole" as const }
      if (answer._tag === "Unsatisfiable") {
        response.setHeader("Content-Range", `bytes */${info.size}`)
        return yield* new RawFailure({ status: 416, text: "The range lies outside the file." })
      }
      const { end, start } = answer._tag === "Part" ? answer.range : { start: 0, end: info.size - 1 }
      response.setHeader("Content-Length", end - start + 1)
      if (answer._tag === "Part") response.setHeader("Content-Range", `bytes ${start}-${end}/${info.size}`)
      response.writeHead(answer._tag === "Part" ? 206 : 200)
      if (request.method === "HEAD" || info.size === 0) {
        response.end()
        return
      }
      yield* Effect.promise(() => pump(file.fd, start, end, response))
    })
  )
