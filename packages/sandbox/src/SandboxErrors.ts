import * as Schema from "effect/Schema"

/** The program was not started, because this machine or its settings do not allow isolation. */
export class SandboxRefused extends Schema.TaggedError<SandboxRefused>()("SandboxRefused", {
  reason: Schema.String,
  cure: Schema.optionalWith(Schema.String, { exact: true })
}) {
  override get message(): string {
    return this.cure === undefined ? this.reason : `${this.reason} ${this.cure}`
  }
}

/** The sandbox could not be set up, so the program was not started. `detail` is for the log of the server. */
export class SandboxBroken extends Schema.TaggedError<SandboxBroken>()("SandboxBroken", {
  detail: Schema.String
}) {
  override get message(): string {
    return `The sandbox could not be set up: ${this.detail}`
  }
}
