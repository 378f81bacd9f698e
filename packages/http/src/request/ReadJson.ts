import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import { RawFailure } from "../RawRoute.ts"

const broken = (text: string) => new RawFailure({ status: 400, text })

/** Reads the JSON body of a route whose body rule limits its size and time. */
export const readJson = (request: IncomingMessage): Effect.Effect<unknown, RawFailure> =>
  Effect.tryPromise({
    try: async () => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString("utf8")
    },
    catch: () => broken("The request body is incomplete.")
  }).pipe(
    Effect.flatMap((text) =>
      Effect.try({
        try: (): unknown => JSON.parse(text),
        catch: () => broken("The body must be JSON.")
      })
    )
  )
