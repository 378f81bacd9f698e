import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"

/** Why a file that is sent was not taken; `message` is a sentence for people. */
export class UploadRefused extends Data.TaggedError("UploadRefused")<{
  readonly status: 400 | 408 | 413 | 415
  readonly code: "validation" | "request_timeout" | "payload_too_large" | "unsupported_media_type"
  readonly message: string
}> {}

interface ReceiveRule {
  /** The field of the form that holds the file. */
  readonly field: string
  /** Of the file; the whole body is held in memory, twice while it is taken apart. */
  readonly maxBytes: number
  readonly maxMillis: number
}

/** For boundaries, headers and further fields. */
const ENVELOPE_BYTES = 16 * 1024
/** Taking a form apart holds the process up: 250,000 parts within 20 MiB for 2 s. */
const MOST_PARTS = 32

const MIB = 1024 * 1024

const tooLarge = ({ maxBytes }: ReceiveRule) =>
  new UploadRefused({
    status: 413,
    code: "payload_too_large",
    message: `The file may have at most ${Math.floor(maxBytes / MIB)} MiB.`
  })

const malformed = (message: string) => new UploadRefused({ status: 400, code: "validation", message })

const bodyOf = (request: IncomingMessage, rule: ReceiveRule): Effect.Effect<Buffer, UploadRefused> =>
  Effect.async<Buffer, UploadRefused>((resume) => {
    const chunks: Array<Buffer> = []
    let length = 0
    const allowed = rule.maxBytes + ENVELOPE_BYTES
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > allowed) resume(Effect.fail(tooLarge(rule)))
      else chunks.push(chunk)
    }
    const onEnd = () => resume(Effect.succeed(Buffer.concat(chunks)))
    const onClose = () => resume(Effect.fail(malformed("The upload was broken off.")))
    // It may have gone while the caller was asked who it is; then no event follows.
    if (request.destroyed) return resume(Effect.fail(malformed("The upload was broken off.")))
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

const hasTooManyParts = (body: Buffer, type: string): boolean => {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary === undefined) return false
  const line = Buffer.from(`--${boundary}`)
  let parts = 0
  for (
    let at = body.indexOf(line);
    at >= 0 && parts <= MOST_PARTS + 1;
    at = body.indexOf(line, at + line.length)
  )
    parts += 1
  // The last one ends the form.
  return parts > MOST_PARTS + 1
}

/**
 * The bytes of one file of a form (`multipart/form-data`), in memory: for what is small. A refused body is not read on; its
 * connection has to be closed.
 */
export const receiveFile = (
  request: IncomingMessage,
  rule: ReceiveRule
): Effect.Effect<Buffer, UploadRefused> =>
  Effect.gen(function* () {
    const type = request.headers["content-type"] ?? ""
    if (!type.toLowerCase().startsWith("multipart/form-data"))
      return yield* new UploadRefused({
        status: 415,
        code: "unsupported_media_type",
        message: `Send the file as multipart/form-data, in the field "${rule.field}".`
      })
    if (Number(request.headers["content-length"] ?? 0) > rule.maxBytes + ENVELOPE_BYTES)
      return yield* tooLarge(rule)
    const body = yield* bodyOf(request, rule)
    if (hasTooManyParts(body, type)) return yield* malformed(`The form has more than ${MOST_PARTS} fields.`)
    const form = yield* Effect.tryPromise({
      try: () => new Response(body, { headers: { "content-type": type } }).formData(),
      catch: () => malformed("The form cannot be read.")
    })
    const file = form.get(rule.field)
    if (file === null || typeof file === "string")
      return yield* malformed(`${rule.field}: a file is missing.`)
    if (file.size > rule.maxBytes) return yield* tooLarge(rule)
    return Buffer.from(yield* Effect.promise(() => file.arrayBuffer()))
  })
