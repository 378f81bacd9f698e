import type { EgressShape } from "@media/egress/Egress"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { Allowance } from "./Allowance.ts"
import { StashBoxFailed } from "./StashBoxFailed.ts"

export interface Endpoint {
  readonly url: string
  readonly apiKey: string
}

const STATUSES = [400, 401, 403, 422, 429, 500, 502, 503, 504]
const MOST_BYTES = 20 * 1024 ** 2
const MILLIS = 60_000
const RETRIES = 4
const MOST_WAIT_SECONDS = 60

/** A GraphQL error with the server's own message. */
const GraphError = Schema.Struct({
  message: Schema.String,
  path: Schema.optionalWith(Schema.Array(Schema.Union(Schema.String, Schema.Number)), {
    exact: true,
    nullable: true
  })
})
const Envelope = Schema.parseJson(
  Schema.Struct({
    data: Schema.optionalWith(Schema.Unknown, { exact: true }),
    errors: Schema.optionalWith(Schema.Array(GraphError), { exact: true, nullable: true })
  })
)

const unusable = () =>
  new StashBoxFailed({ code: "answer", reason: "The stash-box sent a response that cannot be read." })

const wordsOf = ({ message, path }: typeof GraphError.Type, apiKey: string): string => {
  const suffix = path === undefined || path.length === 0 ? "" : ` (${path.join(".")})`
  const words = `${message.slice(0, 300)}${suffix}`
  return apiKey === "" ? words : words.replaceAll(apiKey, "…")
}

/**
 * Returns a function that sends a GraphQL document and returns the decoded data of the response. If the response also
 * contains errors, its data is still used if it can be decoded. The function waits for the rate limit, and retries if
 * the server is busy.
 */
export const makeSend =
  ({
    allowance,
    egress,
    endpoint
  }: {
    readonly allowance: Allowance
    readonly egress: Pick<EgressShape, "fetch">
    readonly endpoint: Endpoint
  }) =>
  <A, I>(document: string, variables: Readonly<Record<string, unknown>>, answer: Schema.Schema<A, I>) => {
    const once = Effect.gen(function* () {
      yield* allowance
      const {
        bytes,
        retryAfterSeconds = 0,
        status
      } = yield* egress
        .fetch({
          url: endpoint.url,
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json",
            ApiKey: endpoint.apiKey
          },
          body: JSON.stringify({ query: document, variables }),
          types: ["application/json", "application/graphql-response+json"],
          statuses: STATUSES,
          maxBytes: MOST_BYTES,
          millis: MILLIS,
          redirects: 0
        })
        .pipe(Effect.mapError(({ message }) => new StashBoxFailed({ code: "unreachable", reason: message })))
      if (status === 401 || status === 403)
        return yield* new StashBoxFailed({
          code: "unauthorized",
          reason: "The stash-box rejected the API key. Enter a valid key."
        })
      if (status === 429 || status >= 500) {
        yield* Effect.sleep(`${Math.min(retryAfterSeconds, MOST_WAIT_SECONDS)} seconds`)
        return yield* new StashBoxFailed({ code: "busy", reason: "The stash-box is busy. Try again later." })
      }
      const envelope = yield* Effect.mapError(Schema.decodeUnknown(Envelope)(bytes.toString()), unusable)
      const data = Schema.decodeUnknownOption(answer)(envelope.data)
      if (data._tag === "Some") return data.value
      const [error] = envelope.errors ?? []
      if (error === undefined) return yield* unusable()
      const words = wordsOf(error, endpoint.apiKey)
      return yield* /not authorized|unauthorized/i.test(words)
        ? new StashBoxFailed({
            code: "unauthorized",
            reason: "The stash-box rejected the API key. Enter a valid key."
          })
        : new StashBoxFailed({
            code: "refused",
            reason: `The stash-box responded: ${words.replace(/\.?$/, ".")}`
          })
    })
    return once.pipe(
      Effect.retry({
        while: ({ code }) => code === "busy",
        schedule: Schedule.exponential("1 second").pipe(
          Schedule.jittered,
          Schedule.intersect(Schedule.recurs(RETRIES))
        )
      }),
      Effect.withSpan("stashbox.send")
    )
  }

export type Send = ReturnType<typeof makeSend>
