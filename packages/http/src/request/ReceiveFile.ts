import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { make as makeParser, type MultipartError } from "multipasta"
import type { IncomingMessage } from "node:http"
import { partNames } from "./PartNames.ts"

/** Why an uploaded file was rejected; `message` is a sentence for people. */
export class UploadRefused extends Data.TaggedError("UploadRefused")<{
  readonly status: 400 | 408 | 413 | 415
  readonly code: "validation" | "request_timeout" | "payload_too_large" | "unsupported_media_type"
  readonly message: string
}> {}

interface ReceiveRule {
  /** The form field that contains the file. */
  readonly field: string
  /** Maximum size of the file, which is held in memory. */
  readonly maxBytes: number
  readonly maxMillis: number
}

/**
 * How much of a rejected body is still read, so that its sender sees the reason: browsers and `fetch` read a response
 * only after sending everything. The connection of a longer body is closed.
 */
export const MOST_DISCARDED_BYTES = 32 * 1024 * 1024

/** Allowance for boundaries, headers and other fields. */
const ENVELOPE_BYTES = 16 * 1024
/** A part costs more to read than its bytes: 250,000 parts within 20 MiB blocked the process for 2 s. */
const MOST_PARTS = 32

const MIB = 1024 * 1024

const tooLarge = ({ maxBytes }: ReceiveRule) =>
  new UploadRefused({
    status: 413,
    code: "payload_too_large",
    message: `The file may be at most ${Math.floor(maxBytes / MIB)} MiB.`
  })

const malformed = (message: string) => new UploadRefused({ status: 400, code: "validation", message })

/** One file of a form, and its other fields. */
export interface ReceivedForm {
  readonly bytes: Buffer
  /** The file name from the sender: only for its extension, never for a path. */
  readonly name: string
  /** Field values by name; the last one if a name occurs twice. */
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
        // The first field of a name counts, as in a browser's form.
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
        // The parser throws at a file name with an invalid percent escape.
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
    // The client may have disconnected during authentication; then no event follows.
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
 * One small file of a form (`multipart/form-data`), in memory. The rest of a rejected body is not read: the caller
 * answers and discards it.
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

/** Returns only the bytes. */
export const receiveFile = (
  request: IncomingMessage,
  rule: ReceiveRule
): Effect.Effect<Buffer, UploadRefused> => Effect.map(receiveForm(request, rule), ({ bytes }) => bytes)
