import { RawFailure, type PublicExchange, type RawExchange, type RawRoute } from "@media/http/RawRoute"
import { readJson } from "@media/http/request/ReadJson"
import { NotFound } from "@media/kernel/Errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { reportReading } from "../../catalog/user-items/commands.ts"
import { bookOfDocument } from "../../media/books/readerDocuments.ts"
import { KOREADER_TYPE, koreaderFailure, progressionFailure } from "./failures.ts"
import { koreaderProgress, KoreaderReport, namesDocument, reportOf } from "./koreader.ts"
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
 * The responses for a book that is hidden from the caller or unknown, such as one copied onto the device manually.
 * KOReader's `api.json` knows 200 and 401 for reading, and 200, 202 and 401 for writing. It treats any other status as
 * a broken network, reports that to its user, and queues the update again.
 */
const nothingKnown = (exchange: RawExchange) => send(exchange, {})
const acceptedUnkept = (exchange: RawExchange, document: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (millis) =>
    send(exchange, { document, timestamp: Math.floor(millis / 1_000) }, 202)
  )

/** Preserves the handler's requirements in the type. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

const shared = { access: "reading-key", contentType: KOREADER_TYPE, failureBody: koreaderFailure } as const

export const koreaderAuthorized = rawRoute({
  ...shared,
  method: "GET",
  path: `${KOREADER}/users/auth`,
  body: "none",
  summary: "Whether the name and the key of KOReader are right",
  handle: (exchange: RawExchange) => send(exchange, { authorized: "OK", state: "OK" })
})

/**
 * KOReader shows the message of a response to "Register" only for this status: 402, with the error number of its own
 * server.
 */
export const koreaderRegister: RawRoute<never> = {
  method: "POST",
  path: `${KOREADER}/users/create`,
  access: "public",
  body: { maxJsonBytes, types: [KOREADER_TYPE] },
  summary: "Nothing: no one registers here, and KOReader tells its user what to do instead",
  contentType: KOREADER_TYPE,
  failureBody: koreaderFailure,
  handle: (exchange) =>
    send(
      exchange,
      {
        code: 2005,
        message:
          "No account is made here. Choose Login, with your name in Media Library and a key from your account page there in the place of the password."
      },
      402
    )
}

const bookPositionOf = ({ principal }: RawExchange, document: string) =>
  Effect.flatMap(bookOfDocument(principal, document), (id) =>
    id === undefined ? new NotFound({ what: "book" }) : bookPositionIn(principal, id)
  )

export const koreaderProgressRead = rawRoute({
  ...shared,
  method: "GET",
  path: `${KOREADER}/syncs/progress/:id`,
  body: "none",
  summary:
    "Where the caller stands in a book, which KOReader names by the MD5 of parts of its file, or of its name",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const document = exchange.params["id"] ?? ""
      const position = yield* bookPositionOf(exchange, document)
      const spine =
        position.native?.app === "koreader" || position.progress.updatedAt === null
          ? []
          : yield* spineOf(exchange.principal, position)
      yield* send(exchange, koreaderProgress(document, position, spine) ?? {})
    }).pipe(Effect.catchTags({ NotFound: () => nothingKnown(exchange), SqlError: Effect.die }))
})

const decode = Schema.decodeUnknown(KoreaderReport)
const SPINE_WAIT = "2 seconds"

const keep = (exchange: RawExchange, report: typeof KoreaderReport.Type) =>
  Effect.gen(function* () {
    const { principal } = exchange
    const position = yield* bookPositionOf(exchange, report.document)
    // A position is stored even while the disk of the book does not answer.
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
  summary: "Where KOReader stands in a book",
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
/** Otherwise the web app would respond, which KOReader does not understand. */
export const koreaderElse = rawRoute({
  ...shared,
  method: "GET",
  path: `${KOREADER}/*`,
  body: "none",
  summary: "Nothing: there is no such address",
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
  summary: "Where the caller stands in a book: Readium's form, or that of OPDS Progression 1.0 by `Accept`",
  handle: (exchange: RawExchange) =>
    readProgression(exchange).pipe(Effect.catchTags({ NotFound: noBook, SqlError: Effect.die }))
})

export const progressionWritten = rawRoute({
  ...ofProgression,
  method: "PUT",
  path: PROGRESSION,
  body: { maxJsonBytes, types },
  summary: "Where an app stands in a book; 409 where another is known that is newer, 412 after `If-Match`",
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
