import * as Schema from "effect/Schema"

/** An administrator exists already. */
export class SetupAlreadyCompleted extends Schema.TaggedError<SetupAlreadyCompleted>()(
  "SetupAlreadyCompleted",
  {}
) {
  override get message(): string {
    return "This server already has an administrator. Sign in instead."
  }
}

/** An unknown user, a wrong password and a disabled account cause the same error. */
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>()("InvalidCredentials", {}) {
  override get message(): string {
    return "Wrong username or password."
  }
}

/** More people try to sign in than the server can check passwords for. */
export class SignInBusy extends Schema.TaggedError<SignInBusy>()("SignInBusy", {}) {
  override get message(): string {
    return "Too many people are signing in at once. Try again in a few seconds."
  }
}

export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()("TooManyAttempts", {
  retryAfterSeconds: Schema.Int
}) {
  override get message(): string {
    return `Too many failed attempts. Try again in ${this.retryAfterSeconds} seconds.`
  }
}

/** Prevents the start of the server, because a locked-out operator must read why the recovery failed. */
export class RecoveryRefused extends Schema.TaggedError<RecoveryRefused>()("RecoveryRefused", {
  variable: Schema.Literal("MEDIA_RECOVERY_PASSWORD", "MEDIA_RECOVERY_USERNAME"),
  problem: Schema.String
}) {
  override get message(): string {
    return `${this.variable} ${this.problem}.`
  }
}
