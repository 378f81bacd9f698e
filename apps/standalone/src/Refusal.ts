import * as Data from "effect/Data"

/** The reason why the launcher does not start or continue: a line for the user at the terminal, and an exit code. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly reason: string
  readonly exitCode: number
}> {
  override get message() {
    return this.reason
  }
}

export const refuse = (reason: string, exitCode = 1) => new Refusal({ reason, exitCode })

/** The exit code of a child that would fail again after a restart (EX_CONFIG of sysexits). */
export const EXIT_CONFIG = 78
