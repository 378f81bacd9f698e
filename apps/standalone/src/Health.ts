import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { StandaloneConfig } from "./StandaloneConfig.ts"

/** An address to reach the server from this machine; `0.0.0.0` and `::` are not addresses to connect to. */
export const localUrl = ({ host, port }: Pick<StandaloneConfig, "host" | "port">): string => {
  const name = ["0.0.0.0", "::", "127.0.0.1", "::1", ""].includes(host) ? "localhost" : host
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`
}

/** Returns as soon as the server answers its health check. */
export const awaitHealthy = (config: Pick<StandaloneConfig, "host" | "port">): Effect.Effect<void> =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(`${localUrl(config)}/api/health`, { signal })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`status ${response.status}`)
  }).pipe(
    Effect.timeout(Duration.seconds(5)),
    Effect.retry(Schedule.spaced(Duration.millis(50))),
    Effect.orDie
  )
