import { setCpuBudget, TooMuchWork } from "@media/kernel/CpuBudget"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Readable, Writable } from "node:stream"
import { type Frame, FrameReader, writeFrame } from "./Frames.ts"
import type { Answer, Task } from "./Task.ts"

/** Size limits of a request, whose bytes may be a whole subtitle file. */
const QUESTION = { headBytes: 1024 ** 2, partBytes: 64 * 1024 ** 2 }

/** A kind of task, by name, and the function that performs it in the child process. */
export interface Answering {
  readonly name: string
  readonly answer: (question: unknown, bytes: Buffer) => Effect.Effect<Frame>
}

const gaveUp: Frame = { head: { gaveUp: true }, parts: [] }

export const answering = <Q, QI, A, AI, E, EI>(
  task: Task<Q, QI, A, AI, E, EI>,
  work: (question: Q, bytes: Buffer) => Effect.Effect<Answer<A>, E>
): Answering => ({
  name: task.name,
  answer: (question, bytes) =>
    Effect.gen(function* () {
      setCpuBudget(task.seconds)
      const exit = yield* Effect.exit(
        Effect.flatMap(Schema.decodeUnknown(task.question)(question), (asked) => work(asked, bytes)).pipe(
          Effect.catchTag("ParseError", (error) => Effect.die(error))
        ) as Effect.Effect<Answer<A>, E>
      )
      if (Exit.isSuccess(exit))
        return {
          head: { ok: Schema.encodeSync(task.answer)(exit.value.value) },
          parts: exit.value.parts
        }
      const failure = Cause.failureOption(exit.cause)
      if (Option.isSome(failure))
        return { head: { refused: Schema.encodeSync(task.refusal)(failure.value) }, parts: [] }
      if (Cause.squash(exit.cause) instanceof TooMuchWork) return gaveUp
      return yield* Effect.failCause(Cause.die(Cause.squash(exit.cause)))
    })
})

/**
 * Handles one request after another until the input ends. Rejects if a task dies with a defect. The program then exits,
 * and the caller sees that the current request failed.
 */
export const answerTasks = async (
  tasks: ReadonlyArray<Answering>,
  { input, output }: { readonly input: Readable; readonly output: Writable }
): Promise<void> => {
  const byName = new Map(tasks.map((task) => [task.name, task]))
  const reader = new FrameReader(QUESTION)
  for await (const chunk of input) {
    const frame = reader.push(chunk as Buffer)
    if (frame === undefined) continue
    const [name, question] = frame.head as readonly [string, unknown]
    const [bytes = Buffer.alloc(0)] = frame.parts
    writeFrame(output, await Effect.runPromise(byName.get(name)!.answer(question, bytes)))
  }
}
