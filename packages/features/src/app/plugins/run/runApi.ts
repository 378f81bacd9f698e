import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import { randomBytes, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { Right } from "../definition/shapes.ts"
import { type Acting, editFromPlugin } from "./edits.ts"
import { findItem, listItems } from "./libraryApi.ts"

const MOST_BODY_BYTES = 1024 ** 2
const REQUEST_MILLIS = 30_000

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).length
    if (length > MOST_BODY_BYTES) throw new RangeError("too long")
    chunks.push(chunk as Buffer)
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"))
}

const answer = (response: ServerResponse, status: number, body: unknown) =>
  Effect.sync(() => {
    const text = JSON.stringify(body)
    response.writeHead(status, { "content-type": "application/json", connection: "close" }).end(text)
  })

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const refusal = (code: string, message: string) => ({ error: { code, message } })

const statuses: Readonly<Record<string, number>> = {
  ...{ Invalid: 400, NotFound: 404, Forbidden: 403, Conflict: 409 }
}

/**
 * Serves the API of one plugin run, which has a few routes for reading and editing items. The token is never stored,
 * and the socket is available only in the sandbox of the run. The token and the socket become invalid at the end of the
 * scope.
 */
export const serveRun = (path: string, rights: ReadonlyArray<Right>, acting: Acting) =>
  Effect.gen(function* () {
    const token = randomBytes(32).toString("base64url")
    const turn = yield* Effect.makeSemaphore(1)

    /** Returns the response data of a route, or undefined if the route does not exist. */
    const handle = (request: IncomingMessage, url: URL) =>
      Effect.gen(function* () {
        const { method } = request
        const [, id] = /^\/items\/([^/]+)$/.exec(url.pathname) ?? []
        if (method === "GET" && url.pathname === "/items")
          return yield* listItems(acting.principal, url.searchParams)
        if (method === "GET" && id !== undefined) return yield* findItem(acting.principal, id)
        if (method !== "PATCH" || url.pathname !== "/items") return undefined
        const body = yield* Effect.tryPromise(() => bodyOf(request))
        return yield* turn.withPermits(1)(editFromPlugin(acting, body))
      })

    const respond = (request: IncomingMessage, response: ServerResponse) =>
      Effect.gen(function* () {
        const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? ""
        if (!isSame(given, token))
          return yield* answer(
            response,
            401,
            refusal(
              "authentication_required",
              'Send the token of this run in the header "Authorization: Bearer".'
            )
          )
        const needed: Right = request.method === "GET" ? "read" : "edit"
        if (!rights.includes(needed))
          return yield* answer(
            response,
            403,
            refusal("forbidden", `The plugin's manifest does not request the permission "${needed}".`)
          )
        const work = handle(request, new URL(request.url ?? "/", "http://run"))
        yield* Effect.matchEffect(Effect.timeout(work, REQUEST_MILLIS), {
          onSuccess: (data) =>
            data === undefined
              ? answer(response, 404, refusal("not_found", "There is no such route."))
              : answer(response, 200, { data }),
          onFailure: (error) => {
            const status = statuses[error._tag] ?? (error._tag === "UnknownException" ? 400 : 503)
            return answer(response, status, refusal(error._tag, error.message))
          }
        })
      }).pipe(
        Effect.catchAllDefect((defect) =>
          Effect.zipRight(
            Effect.logWarning("an API request from a plugin failed", defect),
            answer(response, 500, refusal("internal", "The request failed."))
          )
        )
      )

    const run = yield* FiberSet.makeRuntime<Effect.Effect.Context<ReturnType<typeof respond>>>()
    yield* Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const server = createServer((request, response) => void run(respond(request, response)))
        server.maxConnections = 16
        server.once("error", (error) => resume(Effect.die(error)))
        server.listen(path, () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    )
    return token
  })
