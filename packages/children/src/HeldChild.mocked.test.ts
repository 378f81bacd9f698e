import * as Effect from "effect/Effect"
import { afterEach, expect, it, vi } from "vitest"
import { ChildProcess } from "./ChildProcess.ts"
import { liveChildren } from "./LiveChildren.ts"
import { nodePool, type Talk } from "./NodePool.ts"
import type * as Spawn from "./Spawn.ts"

/** Simulates a program that is blocked in a read from a dead mount, by dropping all signals to it. */
vi.mock("./Spawn.ts", async (original) => ({
  ...(await original<typeof Spawn>()),
  signalGroup: () => undefined
}))

const left: Array<number> = []
let ticks: NodeJS.Timeout | undefined
/** Makes timers run a hundred times faster than real time. */
const speedUp = () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  ticks = setInterval(() => vi.advanceTimersByTime(1_000), 10)
}
const slowDown = () => {
  clearInterval(ticks)
  vi.useRealTimers()
}
afterEach(() => {
  slowDown()
  for (const pid of left.splice(0)) process.kill(pid, "SIGKILL")
})

it("stops waiting for a program that survives SIGKILL", async () => {
  const child = await ChildProcess.start([], { program: "/bin/sleep", args: ["600"], network: true })
  left.push(child.pid)
  speedUp()
  await child.stop("kill")
  expect(await child.exit).toMatchObject({ exitCode: null, signal: "SIGKILL" })
  expect(child.isHeld).toBe(true)
  slowDown()
  process.kill(left.pop()!, "SIGKILL")
  await expect.poll(() => child.isHeld).toBe(false)
})

/**
 * A program that prints its process id for each line of input, but does not respond to `hang`. It keeps running after
 * its input is closed.
 */
const script = `setInterval(() => {}, 1_000)
process.stdin.on("data", (line) => { if (line.toString() !== "hang\\n") console.log(process.pid) })`
const ask = (question: string) => (talk: Talk) =>
  new Promise<number>((resolve) => {
    talk.stdout.once("data", (line: Buffer) => resolve(Number(line)))
    talk.stdin.write(`${question}\n`)
  })

it("replaces a stuck program with a new one until too many programs are stuck", async () => {
  const outcomes = await Effect.runPromise(
    Effect.gen(function* () {
      const asked = yield* nodePool({ args: ["-e", script], most: 1, memoryBytes: 1024 ** 3, nice: 0 })
      const all: Array<string> = []
      for (let round = 0; round < 9; round += 1) {
        const pid = yield* Effect.either(asked(ask("pid"), 20_000))
        if (pid._tag === "Right") left.push(pid.right)
        else all.push(pid.left._tag)
        speedUp()
        yield* Effect.either(asked(ask("hang"), 1_000))
        slowDown()
      }
      return all
    }).pipe(Effect.scoped, Effect.provide(liveChildren))
  )
  expect(left).toHaveLength(8)
  expect(outcomes).toEqual(["ProgramsHeld"])
})
