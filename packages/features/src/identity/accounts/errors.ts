import * as Schema from "effect/Schema"

/** Setup was requested, but the server already has an administrator. */
export class SetupAlreadyCompleted extends Schema.TaggedError<SetupAlreadyCompleted>()(
  "SetupAlreadyCompleted",
  {}
) {
  override get message(): string {
    return "This server already has an administrator. Sign in instead."
  }
}

/** The sign-in failed. The error is the same for an unknown user, a wrong password and a disabled account. */
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>()("InvalidCredentials", {}) {
  override get message(): string {
    return "Wrong username or password."
  }
}

/** The sign-in waited too long or was displaced from the queue, because too many sign-ins arrived at the same time. */
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

/**
 * The recovery variables in the server's environment are invalid. The server then does not start, so that the
 * administrator notices and sees the reason.
 */
export class RecoveryRefused extends Schema.TaggedError<RecoveryRefused>()("RecoveryRefused", {
  variable: Schema.Literal("MEDIA_RECOVERY_PASSWORD", "MEDIA_RECOVERY_USERNAME"),
  problem: Schema.String
}) {
  override get message(): string {
    return `${this.variable} ${this.problem}.`
  }
}
