import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { liveChildren } from "./LiveChildren.ts"
import { nodePool, type Talk } from "./NodePool.ts"

/**
 * A program that uses the requested milliseconds of CPU time and then prints its process id. On "die" it kills itself,
 * and on "crash" it exits with an error.
 */
const script = `process.stdin.on("data", (line) => {
  const question = line.toString().trim()
  if (question === "die") process.kill(process.pid, "SIGKILL")
  if (question === "crash") process.exit(3)
  const before = process.cpuUsage()
  const used = () => { const { user, system } = process.cpuUsage(before); return (user + system) / 1_000 }
  while (used() < Number(question)) {}
  console.log(process.pid)
})`
const ask = (question: string) => (talk: Talk) =>
  new Promise<number>((resolve, reject) => {
    talk.stdout.once("data", (line: Buffer) => resolve(Number(line)))
    talk.stdout.once("close", () => reject(new Error("ended")))
    talk.stdin.write(`${question}\n`)
  })

const outcomesOf = (questions: ReadonlyArray<string>, asksAgain = false) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const asked = yield* nodePool({
        args: ["-e", script],
        most: 1,
        memoryBytes: 1024 ** 3,
        nice: 0,
        cpuSeconds: 2,
        asksAgain
      })
      return yield* Effect.forEach(questions, (question) =>
        asked(ask(question)).pipe(
          Effect.as("answer"),
          Effect.catchAll((error) => Effect.succeed(error._tag === "ProgramEnded" ? error.by : error._tag))
        )
      )
    }).pipe(Effect.scoped, Effect.provide(liveChildren))
  )

it("reports `used-up` instead of `cpu` if earlier requests have used CPU time", async () => {
  expect(await outcomesOf(["60000", "1200", "1200", "1200"])).toEqual(["cpu", "answer", "used-up", "answer"])
})

it("distinguishes a killed program from a program that crashed", async () => {
  expect(await outcomesOf(["die", "crash", "0"])).toEqual(["killed", "itself", "answer"])
})

it("does not blame the request for a crash if the program had handled earlier requests", async () => {
  expect(await outcomesOf(["0", "crash"])).toEqual(["answer", "used-up"])
})

it("repeats a failed request in a new program before blaming the request", async () => {
  const questions = ["0", "crash", "1200", "1200", "60000"]
  expect(await outcomesOf(questions, true)).toEqual(["answer", "itself", "answer", "answer", "cpu"])
})
