import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { make as makeParser, type MultipartError } from "multipasta"
import type { IncomingMessage } from "node:http"
import { partNames } from "./PartNames.ts"

/** The error if an uploaded file was rejected. `message` is a message for users. */
export class UploadRefused extends Data.TaggedError("UploadRefused")<{
  readonly status: 400 | 408 | 413 | 415
  readonly code: "validation" | "request_timeout" | "payload_too_large" | "unsupported_media_type"
  readonly message: string
}> {}

interface ReceiveRule {
  /** The form field that contains the file. */
  readonly field: string
  /** Maximum size of the file, which is kept in memory. */
  readonly maxBytes: number
  readonly maxMillis: number
}

/**
 * Maximum number of bytes of a rejected body that are read and discarded. Browsers and `fetch` read a response only
 * after they have sent the whole body. If the server did not read the body, they would not see why it was rejected. If
 * the body is longer than this maximum, the connection is closed.
 */
export const MOST_DISCARDED_BYTES = 32 * 1024 * 1024

/** Maximum size in bytes of the boundaries, the headers and the other fields together. */
const ENVELOPE_BYTES = 16 * 1024
/**
 * Maximum number of parts. Reading a part costs more than reading its bytes: 250,000 parts within 20 MiB blocked the
 * process for 2 s.
 */
const MOST_PARTS = 32

const MIB = 1024 * 1024

const tooLarge = ({ maxBytes }: ReceiveRule) =>
  new UploadRefused({
    status: 413,
    code: "payload_too_large",
    message: `The file may be at most ${Math.floor(maxBytes / MIB)} MiB.`
  })

const malformed = (message: string) => new UploadRefused({ status: 400, code: "validation", message })

/** A file of a form, and the other fields of the form. */
export interface ReceivedForm {
  readonly bytes: Buffer
  /** The file name that the client sent. Use it only for the extension, never for a path. */
  readonly name: string
  /** The values of the fields, keyed by name. If a name occurs twice, the last value counts. */
  readonly fields: ReadonlyMap<string, string>
}

/** Parses the form as it arrives and keeps one of its files. */
const formOf = (
  request: IncomingMessage,
  type: string,
  rule: ReceiveRule
): Effect.Effect<ReceivedForm, UploadRefused> =>
  Effect.async<ReceivedForm, UploadRefused>((resume) => {
    const fail = (refused: UploadRefused) => resume(Effect.fail(refused))
    const chunks: Array<Uint8Array> = []
    const fields = new Map<string, string>()
    let name = ""
    let received = 0
    let kept = 0
    let found = false
    let ended = false
    const keep = (chunk: Uint8Array | null) => {
      if (chunk === null) return
      kept += chunk.length
      if (kept > rule.maxBytes) fail(tooLarge(rule))
      else chunks.push(chunk)
    }
    const form = makeParser({
      headers: { "content-type": type },
      maxParts: MOST_PARTS,
      maxFieldSize: ENVELOPE_BYTES,
      isFile: (part) =>
        partNames(part).filename !== undefined || part.contentType === "application/octet-stream",
      onField: (part, value) => void fields.set(partNames(part).name, new TextDecoder().decode(value)),
      onFile: (part) => {
        // If several files have this field name, the first file counts.
        if (found || partNames(part).name !== rule.field) return () => undefined
        found = true
        name = partNames(part).filename ?? ""
        return keep
      },
      onError: (error) => fail(malformed(reasonOf(error))),
      onDone: () => {
        ended = true
      }
    })
    const onData = (chunk: Buffer) => {
      received += chunk.length
      if (received > rule.maxBytes + ENVELOPE_BYTES) return fail(tooLarge(rule))
      try {
        form.write(chunk)
      } catch {
        // The parser throws if a file name has an invalid percent escape.
        fail(malformed("The form cannot be read."))
      }
    }
    const onEnd = () => {
      form.end()
      if (!ended) fail(malformed(reasonOf({ _tag: "EndNotReached" })))
      else if (found) resume(Effect.succeed({ bytes: Buffer.concat(chunks), name, fields }))
      else fail(malformed(`${rule.field}: a file is missing.`))
    }
    const onClose = () => fail(malformed("The upload was interrupted. Try again."))
    // The client may have disconnected during authentication. In that case, the request emits no more events.
    if (request.destroyed) return onClose()
    request.on("data", onData).once("end", onEnd).once("close", onClose)
    return Effect.sync(() => void request.off("data", onData).off("end", onEnd).off("close", onClose))
  }).pipe(
    Effect.timeoutFail({
      duration: rule.maxMillis,
      onTimeout: () =>
        new UploadRefused({
          status: 408,
          code: "request_timeout",
          message: `The upload did not arrive within ${rule.maxMillis / 1_000} seconds.`
        })
    })
  )

const reasonOf = (error: MultipartError): string => {
  if (error._tag !== "ReachedLimit") return "The form cannot be read."
  return error.limit === "MaxParts"
    ? `The form has more than ${MOST_PARTS} fields.`
    : "A field of the form is too long."
}

/**
 * Receives a form (`multipart/form-data`) with one small file, which is kept in memory. If the form is rejected, the
 * rest of the body is not read. The caller must send the response and discard the rest.
 */
export const receiveForm = (
  request: IncomingMessage,
  rule: ReceiveRule
): Effect.Effect<ReceivedForm, UploadRefused> =>
  Effect.suspend(() => {
    const type = request.headers["content-type"] ?? ""
    if (!type.toLowerCase().startsWith("multipart/form-data"))
      return new UploadRefused({
        status: 415,
        code: "unsupported_media_type",
        message: `Send the file as multipart/form-data, in the field "${rule.field}".`
      })
    if (Number(request.headers["content-length"] ?? 0) > rule.maxBytes + ENVELOPE_BYTES) return tooLarge(rule)
    return formOf(request, type, rule)
  })

/** Receives a form and returns only the bytes of its file. */
export const receiveFile = (
  request: IncomingMessage,
  rule: ReceiveRule
): Effect.Effect<Buffer, UploadRefused> => Effect.map(receiveForm(request, rule), ({ bytes }) => bytes)
