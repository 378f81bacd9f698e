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

/** EX_CONFIG of sysexits: a child that exits with it would fail again. */
export const EXIT_CONFIG = 78
