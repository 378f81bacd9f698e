import { RawFailure, type PublicExchange, type RawExchange, type RawRoute } from "@media/http/RawRoute"
import { readJson } from "@media/http/request/ReadJson"
import { NotFound } from "@media/kernel/Errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { reportReading } from "../../catalog/user-items/commands.ts"
import { bookOfDocument } from "../../media/books/readerDocuments.ts"
import { KOREADER_TYPE, koreaderFailure, progressionFailure } from "./failures.ts"
import { identifiersIn, koreaderProgress, KoreaderReport, namesDocument, reportOf } from "./koreader.ts"
import { bookPositionIn, spineOf } from "./bookPositions.ts"
import { readProgression, writeProgression } from "./progression.ts"
import { progressionTypes } from "./readium.ts"

const KOREADER = "/koreader"
const maxJsonBytes = 16_384

const send = ({ request, response }: PublicExchange, data: unknown, status = 200) =>
  Effect.sync(() => {
    const text = JSON.stringify(data)
    response.writeHead(status, {
      "Content-Type": KOREADER_TYPE,
      "Content-Length": Buffer.byteLength(text),
      "Cache-Control": "no-store"
    })
    response.end(request.method === "HEAD" ? undefined : text)
  })

/**
 * Send the responses for a book that is unknown or hidden from the caller. For example, a user may have copied the book
 * to the device by hand. For reading, KOReader's `api.json` allows only 200 and 401. For writing, it allows 200, 202
 * and 401. If the server sent any other status, KOReader would report a broken network to its user and queue the update
 * again.
 */
const nothingKnown = (exchange: RawExchange) => send(exchange, {})
const acceptedUnkept = (exchange: RawExchange, document: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (millis) =>
    send(exchange, { document, timestamp: Math.floor(millis / 1_000) }, 202)
  )

/** Returns the route unchanged. The call only lets TypeScript infer the requirements `R` of the route. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

const shared = { access: "reading-key", contentType: KOREADER_TYPE, failureBody: koreaderFailure } as const

export const koreaderAuthorized = rawRoute({
  ...shared,
  method: "GET",
  path: `${KOREADER}/users/auth`,
  body: "none",
  summary: "Checks the username and the app key of KOReader",
  handle: (exchange: RawExchange) => send(exchange, { authorized: "OK", state: "OK" })
})

/**
 * Responds to "Register" with status 402 and the error number of KOReader's own server. KOReader shows the message only
 * for this status.
 */
export const koreaderRegister: RawRoute<never> = {
  method: "POST",
  path: `${KOREADER}/users/create`,
  access: "public",
  body: { maxJsonBytes, types: [KOREADER_TYPE] },
  summary: "Rejects registration with a message that KOReader shows to its user",
  contentType: KOREADER_TYPE,
  failureBody: koreaderFailure,
  handle: (exchange) =>
    send(
      exchange,
      {
        code: 2005,
        message:
          "You cannot create an account here. Choose Login instead. Enter your Media Library username, and as the password a key from your account page in Media Library."
      },
      402
    )
}

const bookPositionOf = ({ principal }: RawExchange, identifiers: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const found = yield* bookOfDocument(principal, identifiers)
    if (found === undefined) return yield* new NotFound({ what: "book" })
    return { ...(yield* bookPositionIn(principal, found.id)), isSameFile: found.isSameFile }
  })

/**
 * Reports to KOReader which identifier matched, if KOReader sent several. If only the file name matched, the content
 * may differ, so KOReader uses only the percentage of the position.
 */
const matchOf = (identifiers: ReadonlyArray<string>, isSameFile: boolean) =>
  identifiers.length === 0 ? {} : { progress_match: isSameFile ? "content" : "filename" }

export const koreaderProgressRead = rawRoute({
  ...shared,
  method: "GET",
  path: `${KOREADER}/syncs/progress/:id`,
  body: "none",
  summary:
    "Returns the caller's position in a book. `:id` is KOReader's MD5 of parts of the file or of the file name",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const document = exchange.params["id"] ?? ""
      const identifiers = identifiersIn(exchange.request.url)
      const position = yield* bookPositionOf(exchange, [...identifiers, document])
      const spine =
        position.native?.app === "koreader" || position.progress.updatedAt === null
          ? []
          : yield* spineOf(exchange.principal, position)
      const progress = koreaderProgress(document, position, spine)
      yield* send(
        exchange,
        progress === undefined ? {} : { ...progress, ...matchOf(identifiers, position.isSameFile) }
      )
    }).pipe(Effect.catchTags({ NotFound: () => nothingKnown(exchange), SqlError: Effect.die }))
})

const decode = Schema.decodeUnknown(KoreaderReport)
const SPINE_WAIT = "2 seconds"

const keep = (exchange: RawExchange, report: typeof KoreaderReport.Type) =>
  Effect.gen(function* () {
    const { principal } = exchange
    const identifiers = report.identifiers.map(({ value }) => value)
    const position = yield* bookPositionOf(exchange, [...identifiers, report.document])
    // The position is stored even if the disk of the book does not respond.
    const spine = namesDocument(report)
      ? yield* Effect.timeoutTo(spineOf(principal, position), {
          duration: SPINE_WAIT,
          onSuccess: (found) => found,
          onTimeout: () => []
        })
      : []
    const read = reportOf(report, position, spine)
    const { lastPlayedAt } = yield* reportReading(principal, position.id, { ...read, isDevice: true })
    const timestamp = Math.floor(Date.parse(lastPlayedAt ?? "") / 1_000)
    yield* send(exchange, { document: report.document, timestamp: Number.isNaN(timestamp) ? 0 : timestamp })
  })

export const koreaderProgressWritten = rawRoute({
  ...shared,
  method: "PUT",
  path: `${KOREADER}/syncs/progress`,
  body: { maxJsonBytes, types: [KOREADER_TYPE] },
  summary: "Records the position that KOReader reports for a book",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const report = yield* Effect.mapError(Effect.flatMap(readJson(exchange.request), decode), (error) =>
        error instanceof RawFailure ? error : new RawFailure({ status: 400, text: "Invalid fields" })
      )
      yield* keep(exchange, report).pipe(
        Effect.catchTag("NotFound", () => acceptedUnkept(exchange, report.document))
      )
    }).pipe(
      Effect.catchTags({
        Invalid: ({ reason }) => new RawFailure({ status: 400, text: reason }),
        Conflict: ({ reason }) => new RawFailure({ status: 409, text: reason })
      }),
      Effect.catchAll((error) => (error instanceof RawFailure ? error : Effect.die(error)))
    )
})
/**
 * Responds with 404 to all other paths. Without this route, the web app would respond with a page, which KOReader does
 * not understand.
 */
export const koreaderElse = rawRoute({
  ...shared,
  method: "GET",
  path: `${KOREADER}/*`,
  body: "none",
  summary: "Responds with 404 to unknown paths",
  handle: () => new RawFailure({ status: 404, text: "This page does not exist." })
})

const PROGRESSION = "/opds/v2/books/:id/progression"
const types = Object.values(progressionTypes)

const ofProgression = {
  access: "basic",
  contentType: progressionTypes.readium,
  failureBody: progressionFailure
} as const

const noBook = () => new RawFailure({ status: 404, text: "There is no such book in this catalog." })

export const progressionRead = rawRoute({
  ...ofProgression,
  method: "GET",
  path: PROGRESSION,
  body: "none",
  summary:
    "Returns the caller's position in a book, in Readium's format or that of OPDS Progression 1.0 depending on `Accept`",
  handle: (exchange: RawExchange) =>
    readProgression(exchange).pipe(Effect.catchTags({ NotFound: noBook, SqlError: Effect.die }))
})

export const progressionWritten = rawRoute({
  ...ofProgression,
  method: "PUT",
  path: PROGRESSION,
  body: { maxJsonBytes, types },
  summary:
    "Records an app's position in a book. Returns 409 if a newer position is known, or 412 if `If-Match` does not match",
  handle: (exchange: RawExchange) =>
    writeProgression(exchange).pipe(
      Effect.catchTags({
        NotFound: noBook,
        Invalid: ({ reason }) => new RawFailure({ status: 400, text: reason }),
        Conflict: ({ reason }) => new RawFailure({ status: 409, text: reason })
      }),
      Effect.catchAll((error) => (error instanceof RawFailure ? error : Effect.die(error)))
    )
})
