import * as Schema from "effect/Schema"

/** At least one account must remain that can administer. */
export class LastAdminRequired extends Schema.TaggedError<LastAdminRequired>()("LastAdminRequired", {}) {
  override get message(): string {
    return "This is the only administrator who can sign in. Make another account an administrator first."
  }
}

/** Compared as during sign-in: `Ada` is taken if there is an `ada`. */
export class UsernameTaken extends Schema.TaggedError<UsernameTaken>()("UsernameTaken", {}) {
  override get message(): string {
    return "This username is taken."
  }
}
