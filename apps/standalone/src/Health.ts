import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { StandaloneConfig } from "./StandaloneConfig.ts"

/**
 * Returns the URL under which programs on this machine reach the server. Programs cannot connect to `0.0.0.0` or `::`,
 * so `localhost` replaces these addresses.
 */
export const localUrl = (
  { host, port }: Pick<StandaloneConfig, "host" | "port">,
  scheme: "http" | "https" = "http"
): string => {
  const name = ["0.0.0.0", "::", "127.0.0.1", "::1", ""].includes(host) ? "localhost" : host
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`
}

const REQUEST_LIMIT = Duration.seconds(5)

/**
 * Resolves as soon as the server's health check succeeds. The health check is served over plain http even if https is
 * configured.
 */
export const awaitHealthy = (config: Pick<StandaloneConfig, "host" | "port">): Effect.Effect<void> =>
  untilHealthy(
    Effect.tryPromise(async (signal) => {
      const response = await fetch(`${localUrl(config)}/api/health`, { signal })
      await response.arrayBuffer()
      return response.ok
    }).pipe(
      Effect.timeout(REQUEST_LIMIT),
      Effect.orElseSucceed(() => false)
    )
  )

const SHORTEST_WAIT_MILLIS = 50
const LONGEST_WAIT_MILLIS = 5_000

/**
 * Polls until `isHealthy` returns true. It polls 20 times a second at first and then less and less often, 750 times in
 * the first hour. The code uses a loop and not `Effect.retry`. If the retried promise had a time limit, `Effect.retry`
 * leaked 4 KB per failure (310 MB after half an hour at 18 failures a second).
 */
export const untilHealthy = (isHealthy: Effect.Effect<boolean>): Effect.Effect<void> =>
  Effect.gen(function* () {
    const begin = yield* Clock.currentTimeMillis
    while (!(yield* isHealthy)) {
      const waited = (yield* Clock.currentTimeMillis) - begin
      yield* Effect.sleep(Math.min(Math.max(SHORTEST_WAIT_MILLIS, waited / 10), LONGEST_WAIT_MILLIS))
    }
  })
