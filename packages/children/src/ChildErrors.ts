import * as Schema from "effect/Schema"

/** The program could not be started. `code` is the errno name, where known. */
export class ChildNotStarted extends Schema.TaggedError<ChildNotStarted>()("ChildNotStarted", {
  program: Schema.String,
  code: Schema.optionalWith(Schema.String, { exact: true })
}) {
  override get message(): string {
    return `${this.program} cannot be started (${this.code ?? "unknown error"})`
  }
}

/**
 * The program ended by itself, and not well: with an exit code, or by a signal. Running out of the memory it may use
 * ends here as well, in the program's own words. `stderrTail` holds at most the last 64 KiB of its stderr.
 */
export class ChildFailed extends Schema.TaggedError<ChildFailed>()("ChildFailed", {
  program: Schema.String,
  exitCode: Schema.NullOr(Schema.Number),
  signal: Schema.NullOr(Schema.String),
  stderrTail: Schema.String
}) {
  override get message(): string {
    const end = this.signal === null ? `exit code ${this.exitCode}` : `signal ${this.signal}`
    const lastLine = this.stderrTail.trim().split("\n").at(-1) ?? ""
    return `${this.program} failed with ${end}${lastLine === "" ? "" : `: ${lastLine.slice(0, 300)}`}`
  }
}

/** The limits of `ChildLimits` whose crossing ends a program. */
export const ChildLimit = Schema.Literal("wall", "silence", "cpu", "output", "files")
export type ChildLimit = typeof ChildLimit.Type

/** It crossed a limit and was ended. `allowed` is in the unit of that limit: milliseconds, seconds of CPU, bytes. */
export class ChildStopped extends Schema.TaggedError<ChildStopped>()("ChildStopped", {
  program: Schema.String,
  limit: ChildLimit,
  allowed: Schema.Number
}) {
  override get message(): string {
    return `${this.program} ${REASONS[this.limit](this.allowed)} and was ended`
  }
}

const REASONS: Readonly<Record<ChildLimit, (allowed: number) => string>> = {
  wall: (ms) => `did not finish within ${ms / 1000} s`,
  silence: (ms) => `gave no output for ${ms / 1000} s`,
  cpu: (seconds) => `used more than ${seconds} s of CPU`,
  output: (bytes) => `wrote more than ${bytes} bytes of output`,
  files: (bytes) => `wrote a file of more than ${bytes} bytes`
}

export type ChildError = ChildNotStarted | ChildFailed | ChildStopped
