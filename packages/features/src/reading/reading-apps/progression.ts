import { RawFailure, type RawExchange } from "@media/http/RawRoute"
import { namesTag } from "@media/http/request/EntityTags"
import { baseOf } from "@media/http/request/OwnAddress"
import { readJson } from "@media/http/request/ReadJson"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { address, quietPage } from "../opds/addresses.ts"
import { reportReading } from "../../catalog/user-items/commands.ts"
import { bookPositionIn, spineOf, type BookPosition } from "./bookPositions.ts"
import { modifiedOf, progressionOf, ProgressionReport, progressionTypes, reportOf } from "./readium.ts"

type Form = keyof typeof progressionTypes

/**
 * Maximum time in milliseconds that an app's clock may be ahead. Later times are replaced with the current time.
 * Otherwise, all positions from other apps would be older and rejected.
 */
const AHEAD_MILLIS = 60_000

const answersIn = ({ headers }: IncomingMessage): Form =>
  (headers.accept ?? headers["content-type"] ?? "").includes(progressionTypes.opds) ? "opds" : "readium"

const documentOf = ({ principal, request }: RawExchange, position: BookPosition, form: Form) =>
  Effect.map(spineOf(principal, position), (spine) => {
    const base = baseOf(request)
    const links = {
      file: base + address(`/books/${position.id}/download`),
      page: (page: number) => base + quietPage(position.id, page)
    }
    return { spine, document: progressionOf(position, spine, links, form) }
  })

/** Returns the ETag of the position. The ETag does not depend on the format of the response. */
const etagOf = ({ native, progress }: BookPosition): string =>
  `"${createHash("sha256")
    .update(JSON.stringify([native, progress]))
    .digest("base64url")
    .slice(0, 22)}"`

const sendPosition = (exchange: RawExchange, position: BookPosition, status: number) =>
  Effect.gen(function* () {
    const { request, response } = exchange
    const form = answersIn(request)
    const { document } = yield* documentOf(exchange, position, form)
    const etag = etagOf(position)
    response.setHeader("ETag", etag)
    response.setHeader("Vary", "Authorization, Cookie, Accept")
    response.setHeader("Cache-Control", "private, no-cache")
    if (document === undefined) return void response.writeHead(204).end()
    if (request.method !== "PUT" && namesTag(request.headers["if-none-match"], etag))
      return void response.writeHead(304).end()
    const text = JSON.stringify(document)
    response.writeHead(status, {
      "Content-Type": progressionTypes[form],
      "Content-Length": Buffer.byteLength(text)
    })
    response.end(request.method === "HEAD" ? undefined : text)
  })

export const readProgression = (exchange: RawExchange) =>
  Effect.flatMap(bookPositionIn(exchange.principal, exchange.params["id"] ?? ""), (position) =>
    sendPosition(exchange, position, 200)
  )

const decode = Schema.decodeUnknown(ProgressionReport)
const invalid = (text: string) => new RawFailure({ status: 400, text })

/**
 * Stores the position that an app reports, unless the known position is newer. The times are compared by the app's
 * clock if the same app reported last, and otherwise by the server's clock. If the app specifies the position that it
 * has read before (`If-Match`), times are not compared.
 */
export const writeProgression = (exchange: RawExchange) =>
  Effect.gen(function* () {
    const { params, principal, request } = exchange
    const raw = yield* readJson(request)
    const id = params["id"] ?? ""
    const before = yield* bookPositionIn(principal, id)
    const given = yield* Effect.mapError(decode(raw), () =>
      invalid("A progression must have `modified`, `device` and either `locator` or `progression`.")
    )
    const now = yield* Clock.currentTimeMillis
    const sent = Date.parse(given.modified)
    const modified = new Date(sent > now + AHEAD_MILLIS ? now : sent).toISOString()
    const expected = request.headers["if-match"]
    if (expected !== undefined && !namesTag(expected, etagOf(before)))
      return yield* new RawFailure({
        status: 412,
        text: "The progression has been changed since it was read."
      })
    const known = modifiedOf(before)
    if (expected === undefined && known !== null && Date.parse(modified) < Date.parse(known))
      return yield* sendPosition(exchange, before, 409)
    const report = reportOf({ ...given, modified }, raw as object, before, yield* spineOf(principal, before))
    if (report === undefined)
      return yield* invalid(
        "The progression must contain `totalProgression`, the share of the book that was read."
      )
    yield* reportReading(principal, id, { ...report, isDevice: true })
    yield* sendPosition(exchange, yield* bookPositionIn(principal, id), 200)
  })
