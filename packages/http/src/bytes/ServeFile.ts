import { NotRegularFile, OutsideRoot } from "@media/kernel/InsideRoot"
import * as Effect from "effect/Effect"
import type { Stats } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { RawFailure } from "../RawRoute.ts"
import { namesTag } from "../request/EntityTags.ts"
import { withOpenFile } from "./OpenFiles.ts"
import { pump } from "./Pump.ts"
import { type ByteRange, parseRange } from "./RangeHeader.ts"

export interface ServeFileOptions {
  readonly path: string | Buffer
  /** The file must be inside this folder after links are resolved. Otherwise the response is 404. */
  readonly root?: string | Buffer
  readonly contentType: string
  readonly cacheControl: string
  /** The ETag with its quotes. By default, it is derived from the file's size and modification time. */
  readonly etag?: string
  /** Serves only this part of the file, as if the part were the whole file. */
  readonly slice?: { readonly offset: number; readonly size: number }
  /** True for files that are requested repeatedly. Their descriptor stays open for a second and is shared. */
  readonly reuseDescriptor?: boolean
}

const isFresh = (request: IncomingMessage, etag: string, modified: Date): boolean => {
  const match = request.headers["if-none-match"]
  if (match !== undefined) return namesTag(match, etag)
  const since = request.headers["if-modified-since"]
  return since !== undefined && Math.floor(modified.getTime() / 1000) * 1000 <= Date.parse(since)
}

/**
 * True if the preconditions of the request (`If-Match`, `If-Unmodified-Since`) exclude the current version of the file.
 * Tags are compared strongly (RFC 9110, 13.1.1 and 13.1.4).
 */
const isOther = (request: IncomingMessage, etag: string, modified: Date): boolean => {
  const match = request.headers["if-match"]
  if (match !== undefined) return !match.split(",").some((tag) => ["*", etag].includes(tag.trim()))
  const since = request.headers["if-unmodified-since"]
  return since !== undefined && Math.floor(modified.getTime() / 1000) * 1000 > Date.parse(since)
}

/**
 * True if the range may be used, because `If-Range` is missing or matches the current version of the file. Otherwise,
 * the client would combine parts of different versions.
 */
const rangeHolds = (request: IncomingMessage, etag: string, modified: Date): boolean => {
  const condition = request.headers["if-range"]
  if (typeof condition !== "string") return true
  if (condition.startsWith('"') || condition.startsWith("W/")) return condition === etag
  return Math.floor(modified.getTime() / 1000) * 1000 === Date.parse(condition)
}

/** Error codes for a name that does not exist, an impossible name, or a socket. */
const missingCodes = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "ENXIO"])

const missingFailure = () => new RawFailure({ status: 404, text: "The file does not exist." })

const failureOf = (cause: unknown): unknown => {
  if (cause instanceof OutsideRoot || cause instanceof NotRegularFile) return missingFailure()
  const { code, syscall } = cause as NodeJS.ErrnoException
  if (syscall !== "open" && syscall !== "realpath") return cause
  return missingCodes.has(code ?? "")
    ? missingFailure()
    : code === "EMFILE" || code === "ENFILE"
      ? new RawFailure({ status: 503, text: "The server is busy. Try again later.", retryAfterSeconds: 1 })
      : new RawFailure({ status: 500, text: "The file cannot be opened." })
}

/**
 * Writes the status and the headers. Returns the range of bytes to send, or `undefined` if the response has no body.
 */
const writeHead = (
  options: ServeFileOptions,
  info: Stats,
  request: IncomingMessage,
  response: ServerResponse
): ByteRange | undefined => {
  if (!info.isFile()) throw missingFailure()
  const etag = options.etag ?? `"${info.size.toString(16)}-${Math.floor(info.mtimeMs).toString(16)}"`
  response.setHeader("ETag", etag)
  response.setHeader("Last-Modified", info.mtime.toUTCString())
  response.setHeader("Accept-Ranges", "bytes")
  response.setHeader("Cache-Control", options.cacheControl)
  if (isOther(request, etag, info.mtime))
    throw new RawFailure({ status: 412, text: "The file has changed. Load it again." })
  if (isFresh(request, etag, info.mtime)) {
    response.writeHead(304).end()
    return undefined
  }
  response.setHeader("Content-Type", options.contentType)
  const { range } = request.headers
  const { offset, size } = options.slice ?? { offset: 0, size: info.size }
  const wanted = rangeHolds(request, etag, info.mtime) ? parseRange(range, size) : { _tag: "Full" as const }
  if (wanted._tag === "Unsatisfiable") {
    response.setHeader("Content-Range", `bytes */${size}`)
    throw new RawFailure({ status: 416, text: "The requested range is outside the file." })
  }
  const { end, start } = wanted._tag === "Part" ? wanted.range : { start: 0, end: size - 1 }
  response.setHeader("Content-Length", end - start + 1)
  if (wanted._tag === "Part") response.setHeader("Content-Range", `bytes ${start}-${end}/${size}`)
  response.writeHead(wanted._tag === "Part" ? 206 : 200)
  if (request.method === "HEAD" || size === 0) {
    response.end()
    return undefined
  }
  return { start: offset + start, end: offset + end }
}

const send = (options: ServeFileOptions, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  withOpenFile(options, options.reuseDescriptor === true, async ({ descriptor, info }, invalidate) => {
    // If the client has already disconnected, the response will not emit `close`.
    if (response.destroyed) return
    const part = writeHead(options, info, request, response)
    if (part === undefined) return
    if (!(await pump(descriptor, part.start, part.end, response))) invalidate()
  })

/**
 * Serves the original bytes of a file. Supports GET and HEAD, the statuses 304, 412 and 416, a single range,
 * `If-Range`, `If-Match` and `If-None-Match`. Size and bytes are read from the same descriptor. The caller may be
 * interrupted at any time: the transfer ends with its response, and then the file is closed.
 */
export const serveFile = (
  options: ServeFileOptions,
  request: IncomingMessage,
  response: ServerResponse
): Effect.Effect<void, RawFailure> =>
  Effect.catchAll(
    Effect.tryPromise({ try: () => send(options, request, response), catch: failureOf }),
    (cause) => (cause instanceof RawFailure ? Effect.fail(cause) : Effect.die(cause))
  )
