import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { IncomingMessage } from "node:http"
import { open, rm } from "node:fs/promises"
import { Transform, Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import { FetchFailed } from "./EgressErrors.ts"

const MIB = 1024 * 1024

const tooLarge = (maxBytes: number) =>
  new FetchFailed({
    code: "too-large",
    reason: `The file at this address is larger than ${Math.floor(maxBytes / MIB)} MiB.`
  })

const broken = () =>
  new FetchFailed({ code: "broken", reason: "The website's response was cut off or is damaged." })

const unwritten = () =>
  new FetchFailed({ code: "broken", reason: "The file at this address cannot be stored." })

const decoderOf = (encoding: string): ReadonlyArray<Transform> | undefined => {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return []
    case "gzip":
    case "x-gzip":
      return [createGunzip()]
    case "deflate":
      return [createInflate()]
    case "br":
      return [createBrotliDecompress()]
    default:
      // The encoding is unsupported, or it is a combination of several encodings, which only decompression bombs use.
      return undefined
  }
}

/**
 * Passes data through, and fails if there are more than `maxBytes` bytes. Decoders output at most 16 KiB at a time, so
 * a decompression bomb is detected before much data accumulates.
 */
const bounded = (maxBytes: number): Transform => {
  let length = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      length += chunk.length
      if (length > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    }
  })
}

/**
 * Writes the decoded body of a response to a sink. The body is limited to `maxBytes` both before and after decoding.
 * `sink` is a function, so that no sink is created, and left open, if the body is rejected beforehand.
 */
const pour = (
  response: IncomingMessage,
  maxBytes: number,
  sink: () => Writable
): Effect.Effect<void, FetchFailed> => {
  const decoder = decoderOf(response.headers["content-encoding"] ?? "")
  if (decoder === undefined) return Effect.fail(broken())
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) return Effect.fail(tooLarge(maxBytes))
  const stages = [bounded(maxBytes), ...decoder, ...decoder.map(() => bounded(maxBytes))]
  return Effect.tryPromise({
    try: (signal) => pipeline([response, ...stages, sink()], { signal }),
    catch: (cause) => (cause instanceof FetchFailed ? cause : broken())
  })
}

export const readBody = (response: IncomingMessage, maxBytes: number): Effect.Effect<Buffer, FetchFailed> => {
  const chunks: Array<Buffer> = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    }
  })
  return Effect.map(
    pour(response, maxBytes, () => sink),
    () => Buffer.concat(chunks)
  )
}

/** Writes a body to a new file. Deletes the file if the body is incomplete. */
export const saveBody = (
  response: IncomingMessage,
  maxBytes: number,
  path: string
): Effect.Effect<void, FetchFailed> =>
  Effect.acquireUseRelease(
    Effect.tryPromise({ try: () => open(path, "wx"), catch: () => unwritten() }),
    (file) => pour(response, maxBytes, () => file.createWriteStream()),
    (file, exit) =>
      Effect.promise(async () => {
        // Usually the stream has closed the file already. But if the body was rejected or the request was interrupted,
        // there may be no stream.
        await file.close().catch(() => undefined)
        if (Exit.isFailure(exit)) await rm(path, { force: true })
      })
  )
