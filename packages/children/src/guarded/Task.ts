import type * as Schema from "effect/Schema"

/**
 * A kind of request to the reader process. Both sides use its schemas: the process decodes the request, and the caller
 * decodes the response. The caller must not skip this, because a process that was compromised by a malicious file may
 * return any data.
 */
export interface Task<Q, QI, A, AI, E, EI> {
  readonly name: string
  readonly question: Schema.Schema<Q, QI>
  readonly answer: Schema.Schema<A, AI>
  /** Schema of the expected failures, one of which the process may return instead of a result. */
  readonly refusal: Schema.Schema<E, EI>
  /** CPU budget in seconds. */
  readonly seconds: number
  /** Maximum total size in bytes of all parts of the response. */
  readonly mostBytes: number
  /**
   * True for a long task. At most one long task, of any kind, runs at a time, so that the other processes are free for
   * short tasks.
   */
  readonly isLong?: boolean
}

/** A decoded response, and the bytes that were sent with it. */
export interface Answer<A> {
  readonly value: A
  readonly parts: ReadonlyArray<Buffer>
}

/** Returns its argument. This function exists only so that TypeScript infers the types of a task. */
export const task = <Q, QI, A, AI, E, EI>(
  description: Task<Q, QI, A, AI, E, EI>
): Task<Q, QI, A, AI, E, EI> => description
