import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Answer, Task } from "./Task.ts"

/** The reader process did not respond in time. The file may be fine, so the caller should try again later. */
export class ReaderBusy extends Data.TaggedError("ReaderBusy") {
  readonly reason = "The server is busy. Try again in a moment."
  override readonly message = this.reason
}

/**
 * The reader process failed because of this request: it used too much CPU time or memory, crashed, or sent an invalid
 * response. The file is probably damaged or malicious.
 */
export class ReaderGaveUp extends Data.TaggedError("ReaderGaveUp") {
  readonly reason = "Reading this file takes too much time or memory."
  override readonly message = this.reason
}

export interface GuardedReaderShape {
  /** Performs a task in the reader process. `bytes` are sent along with the request. */
  readonly ask: <Q, QI, A, AI, E, EI>(
    task: Task<Q, QI, A, AI, E, EI>,
    question: Q,
    bytes?: Buffer
  ) => Effect.Effect<Answer<A>, E | ReaderBusy | ReaderGaveUp>
}

/**
 * Parses untrusted files in a child process. The process has CPU and memory limits and no network access, so that an
 * untrusted file can neither block nor compromise the server or the worker. The live layer is in
 * `LiveGuardedReader.ts`.
 */
export class GuardedReader extends Context.Tag("@media/children/GuardedReader")<
  GuardedReader,
  GuardedReaderShape
>() {}
