import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, it } from "vitest"
import { awaitHealthy, localUrl, untilHealthy } from "./Health.ts"

it.each([
  ["0.0.0.0", "http://localhost:8008"],
  ["::", "http://localhost:8008"],
  ["127.0.0.1", "http://localhost:8008"],
  ["192.168.1.5", "http://192.168.1.5:8008"],
  ["fe80::1", "http://[fe80::1]:8008"]
])("reaches the host %s at %s", (host, url) => {
  expect(localUrl({ host, port: 8008 })).toBe(url)
})

/**
 * Creates a fake clock whose `sleep` advances the time without waiting. `onSleep` receives the new time after each
 * sleep.
 */
const swiftClock = (onSleep: (now: number) => void = () => undefined): Clock.Clock => {
  let now = 0
  return {
    ...Clock.make(),
    currentTimeMillis: Effect.sync(() => now),
    sleep: (duration) =>
      Effect.promise(() => new Promise<void>((resolve) => void setImmediate(resolve))).pipe(
        Effect.andThen(Effect.sync(() => onSleep((now += Duration.toMillis(duration)))))
      )
  }
}

it("polls less and less often while the server starts", async () => {
  let asked = 0
  let first = 0
  const hour = 3_600_000
  const end = await Effect.runPromise(
    Effect.gen(function* () {
      const check = Effect.map(Clock.currentTimeMillis, (now) => {
        asked += 1
        if (now < 1_000) first += 1
        return now > hour
      })
      yield* untilHealthy(check)
      return yield* Clock.currentTimeMillis
    }).pipe(Effect.withClock(swiftClock()))
  )
  expect(first).toBeGreaterThan(10)
  expect(asked).toBeLessThan(800)
  expect(end - hour).toBeLessThan(5_001)
})

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void
const heapInUse = () => {
  collect()
  return process.memoryUsage().heapUsed
}

it("does not leak memory while health checks fail", async () => {
  const used: Array<number> = []
  let tries = 0
  const clock = swiftClock(() => {
    if (++tries % 500 === 0) used.push(heapInUse())
    if (used.length === 4) throw new Error("enough")
  })
  await Effect.runPromiseExit(awaitHealthy({ host: "127.0.0.1", port: 1 }).pipe(Effect.withClock(clock)))
  // If each failed request leaked 4 KB, the requests would take 6 MB.
  expect(used[3]! - used[0]!).toBeLessThan(2_000_000)
})
