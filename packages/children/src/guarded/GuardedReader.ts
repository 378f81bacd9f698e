import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Answer, Task } from "./Task.ts"

/** The program did not answer in time, which says nothing about the file. Try again later. */
export class ReaderBusy extends Data.TaggedError("ReaderBusy") {
  readonly reason = "The server is busy. Try again in a moment."
  override readonly message = this.reason
}

/** Reading the text takes more CPU time or memory than allowed: it is damaged or made to do so. */
export class ReaderGaveUp extends Data.TaggedError("ReaderGaveUp") {
  readonly reason = "Reading this file takes too much time or memory."
  override readonly message = this.reason
}

export interface GuardedReaderShape {
  /** `bytes` are sent with the question unchanged. */
  readonly ask: <Q, QI, A, AI, E, EI>(
    task: Task<Q, QI, A, AI, E, EI>,
    question: Q,
    bytes?: Buffer
  ) => Effect.Effect<Answer<A>, E | ReaderBusy | ReaderGaveUp>
}

/**
 * Reads text from untrusted files in a separate program with CPU and memory limits and no network, so that no such text
 * is parsed in the event loop of the server or the worker. Live layer: `LiveGuardedReader.ts`.
 */
export class GuardedReader extends Context.Tag("@media/children/GuardedReader")<
  GuardedReader,
  GuardedReaderShape
>() {}
