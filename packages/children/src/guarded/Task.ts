import type * as Schema from "effect/Schema"

/**
 * A kind of request to the reader process. Both sides share this description: the process decodes the request with it,
 * and the caller decodes the response, because a process that a malicious file controls may return any data.
 */
export interface Task<Q, QI, A, AI, E, EI> {
  readonly name: string
  readonly question: Schema.Schema<Q, QI>
  readonly answer: Schema.Schema<A, AI>
  /** Schema of the expected failure, which the program returns instead of a result. */
  readonly refusal: Schema.Schema<E, EI>
  /** Maximum CPU time in seconds. */
  readonly seconds: number
  /** Maximum total size in bytes of all parts of the response. */
  readonly mostBytes: number
  /** True if only one such task may run at a time, which keeps the other programs free for short tasks. */
  readonly isLong?: boolean
}

/** A decoded response, with byte parts that are passed on as they are. */
export interface Answer<A> {
  readonly value: A
  readonly parts: ReadonlyArray<Buffer>
}

/** Returns the description unchanged, with its inferred types. */
export const task = <Q, QI, A, AI, E, EI>(
  description: Task<Q, QI, A, AI, E, EI>
): Task<Q, QI, A, AI, E, EI> => description
