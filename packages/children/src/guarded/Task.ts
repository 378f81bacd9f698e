import type * as Schema from "effect/Schema"

/**
 * A question for the guarded program. Both sides share this description: the program decodes the question with it, and
 * the caller decodes the answer, because a program that a hostile file has taken over may return anything.
 */
export interface Task<Q, QI, A, AI, E, EI> {
  readonly name: string
  readonly question: Schema.Schema<Q, QI>
  readonly answer: Schema.Schema<A, AI>
  /** The reason for a missing answer. */
  readonly refusal: Schema.Schema<E, EI>
  /** CPU time in seconds. */
  readonly seconds: number
  /** Limit in bytes for all parts of the answer together. */
  readonly mostBytes: number
  /** Allows only one such task at a time, which leaves the other programs to short tasks. */
  readonly isLong?: boolean
}

/** An answer with raw bytes that are neither encoded nor decoded. */
export interface Answer<A> {
  readonly value: A
  readonly parts: ReadonlyArray<Buffer>
}

/** Preserves the types of a description. */
export const task = <Q, QI, A, AI, E, EI>(
  description: Task<Q, QI, A, AI, E, EI>
): Task<Q, QI, A, AI, E, EI> => description
