import * as Data from "effect/Data"

/**
 * An error that keeps the launcher from starting or continuing. Contains a line to print for the user and an exit code.
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

/** Exit code with which a child reports that restarting it would not help (EX_CONFIG of sysexits). */
export const EXIT_CONFIG = 78
