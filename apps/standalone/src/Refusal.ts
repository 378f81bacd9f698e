import * as Data from "effect/Data"

/**
 * The reason why the launcher does not start or continue: one line for the person at the terminal, and an exit code.
 */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly reason: string
  readonly exitCode: number
}> {
  override get message() {
    return this.reason
  }
}

export const refuse = (reason: string, exitCode = 1) => new Refusal({ reason, exitCode })

/** sysexits' EX_CONFIG: a child that ends with it will not do better on the next try. */
export const EXIT_CONFIG = 78
