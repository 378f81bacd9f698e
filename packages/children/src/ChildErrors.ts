import * as Schema from "effect/Schema"

/** The program could not be started. `code` is the errno name, if known. */
export class ChildNotStarted extends Schema.TaggedError<ChildNotStarted>()("ChildNotStarted", {
  program: Schema.String,
  code: Schema.optionalWith(Schema.String, { exact: true })
}) {
  override get message(): string {
    return `${this.program} cannot be started (${this.code ?? "unknown error"})`
  }
}

/**
 * The program ended with a non-zero exit code or by a signal that this module did not send. A program that exceeds its
 * memory limit also ends this way, and only its stderr may explain the reason. `stderrTail` contains at most the last
 * 64 KiB of stderr.
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

/** The limits of `ChildLimits` whose violation stops a program. */
export const ChildLimit = Schema.Literal("wall", "silence", "cpu", "output", "files")
export type ChildLimit = typeof ChildLimit.Type

/**
 * The program exceeded a limit and was stopped. `allowed` is the value of the limit in milliseconds, CPU seconds or
 * bytes.
 */
export class ChildStopped extends Schema.TaggedError<ChildStopped>()("ChildStopped", {
  program: Schema.String,
  limit: ChildLimit,
  allowed: Schema.Number
}) {
  override get message(): string {
    return `${this.program} ${REASONS[this.limit](this.allowed)} and was stopped`
  }
}

const REASONS: Readonly<Record<ChildLimit, (allowed: number) => string>> = {
  wall: (ms) => `did not finish within ${ms / 1000} s`,
  silence: (ms) => `produced no output for ${ms / 1000} s`,
  cpu: (seconds) => `used more than ${seconds} s of CPU time`,
  output: (bytes) => `wrote more than ${bytes} bytes of output`,
  files: (bytes) => `wrote a file larger than ${bytes} bytes`
}

export type ChildError = ChildNotStarted | ChildFailed | ChildStopped
