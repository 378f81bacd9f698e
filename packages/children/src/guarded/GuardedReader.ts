import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Answer, Task } from "./Task.ts"

/** The program did not get to an answer in time, which says nothing about the file. Try again later. */
export class ReaderBusy extends Data.TaggedError("ReaderBusy") {
  readonly reason = "The server is busy. Try again in a moment."
  override readonly message = this.reason
}

/** The text takes more CPU time or memory than it may: it was made to, or it is damaged. */
export class ReaderGaveUp extends Data.TaggedError("ReaderGaveUp") {
  readonly reason = "Reading it takes too much time or memory."
  override readonly message = this.reason
}

export interface GuardedReaderShape {
  /** `bytes` go along with the question as they are. */
  readonly ask: <Q, QI, A, AI, E, EI>(
    task: Task<Q, QI, A, AI, E, EI>,
    question: Q,
    bytes?: Buffer
  ) => Effect.Effect<Answer<A>, E | ReaderBusy | ReaderGaveUp>
}

/**
 * Reads text of files that strangers made in a program of its own, which has limits of CPU and memory and no network: no such
 * text is parsed in the event loop of the server or the worker. Live layer: `LiveGuardedReader.ts`.
 */
export class GuardedReader extends Context.Tag("@media/children/GuardedReader")<
  GuardedReader,
  GuardedReaderShape
>() {}
