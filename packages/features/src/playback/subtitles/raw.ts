import { RawFailure, type RawExchange, type RawRoute } from "@media/http/RawRoute"
import { discardRest } from "@media/http/request/DiscardRest"
import {
  MOST_DISCARDED_BYTES,
  receiveForm,
  type ReceivedForm,
  UploadRefused
} from "@media/http/request/ReceiveFile"
import { sendEntity } from "@media/http/response/SendEntity"
import { sendError } from "@media/http/response/SendError"
import { giveWay } from "@media/kernel/GiveWay"
import { respond } from "@media/wire/Respond"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { requireUploader, uploadSubtitles } from "./commands.ts"
import { cuesOf } from "./queries.ts"
import { MOST_BYTES } from "./text/Cue.ts"
import { vttParts } from "./text/WriteVtt.ts"

/** Returns the route unchanged. The call only lets TypeScript infer the requirements `R` of the route. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

/** Sends the track as sanitized WebVTT, which any player can show. */
export const subtitleSourceRoute = rawRoute({
  method: "GET",
  path: "/api/videos/:id/subtitles/:trackId/source",
  access: "session",
  body: "none",
  summary: "Subtitles converted to WebVTT from the parsed cues",
  contentType: "text/vtt",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const { params, principal } = exchange
      const cues = yield* respond(cuesOf(principal, params["id"] ?? "", params["trackId"] ?? "")).pipe(
        Effect.mapError(({ message }) => new RawFailure({ status: 404, text: message }))
      )
      const parts: Array<Buffer> = []
      const hash = createHash("sha256")
      for (const part of vttParts(cues)) {
        const bytes = Buffer.from(part)
        hash.update(bytes)
        parts.push(bytes)
        yield* giveWay
      }
      yield* sendEntity(exchange, {
        etag: `"${hash.digest("base64url").slice(0, 22)}"`,
        contentType: "text/vtt; charset=utf-8",
        cacheControl: "private, no-cache",
        body: Buffer.concat(parts)
      })
    })
})

/** Maximum time in milliseconds for an upload. 20 MiB in two minutes require 1.4 Mbit/s. */
const MOST_MILLIS = 120_000

const flagIn = ({ fields }: ReceivedForm, name: string) =>
  Effect.suspend(() => {
    const text = fields.get(name)?.trim().toLowerCase()
    if (text === undefined || text === "") return Effect.succeed(undefined)
    return ["true", "1", "false", "0"].includes(text)
      ? Effect.succeed(text === "true" || text === "1")
      : Effect.fail(
          new UploadRefused({ status: 400, code: "validation", message: `${name}: must be true or false.` })
        )
  })

/**
 * Limits concurrent uploads, because each takes up to three times 20 MiB of memory. The body of a waiting request is
 * not read until another upload is finished.
 */
const receiving = Effect.unsafeMakeSemaphore(2)

const receive = ({ principal, request }: RawExchange, id: string) =>
  Effect.gen(function* () {
    const form = yield* receiveForm(request, { field: "file", maxBytes: MOST_BYTES, maxMillis: MOST_MILLIS })
    return yield* respond(
      uploadSubtitles(principal, id, {
        bytes: form.bytes,
        fileName: form.name,
        language: form.fields.get("language"),
        label: form.fields.get("label"),
        isForced: yield* flagIn(form, "isForced"),
        isHearingImpaired: yield* flagIn(form, "isHearingImpaired")
      })
    )
  })

export const subtitleUploadRoute = rawRoute({
  method: "POST",
  path: "/api/videos/:id/subtitles",
  access: "session",
  body: "stream",
  errors: "envelope",
  summary:
    "Adds subtitles: multipart, field `file` (SRT, WebVTT, ASS or SSA of up to 20 MiB), with `language`, `label`, `isForced`, `isHearingImpaired`",
  contentType: "application/json",
  handle: (exchange: RawExchange) => {
    const { params, principal, request, response } = exchange
    const id = params["id"] ?? ""
    const refuse = (status: number, code: string, message: string) =>
      Effect.sync(() => {
        sendError(response, status, code, message)
        discardRest(request, MOST_DISCARDED_BYTES)
      })
    return Effect.gen(function* () {
      // The permission is checked before any bytes are read.
      yield* respond(requireUploader(principal, id))
      const track = yield* receiving.withPermits(1)(receive(exchange, id))
      const body = JSON.stringify({ ok: true, data: track })
      response.writeHead(201, {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Length": Buffer.byteLength(body),
        "Cache-Control": "no-store"
      })
      response.end(body)
    }).pipe(
      Effect.catchTags({
        UploadRefused: ({ code, message, status }) => refuse(status, code, message),
        NoSubtitles: ({ message }) => refuse(415, "unsupported_media_type", message),
        Invalid: ({ message }) => refuse(400, "validation", message),
        NotFound: ({ message }) => refuse(404, "not_found", message),
        AdminRequired: ({ message }) => refuse(403, "admin_required", message),
        Conflict: ({ message }) => refuse(409, "conflict", message),
        NotReady: ({ message }) => refuse(503, "not_ready", message)
      }),
      Effect.orDie
    )
  }
})
