import * as Schema from "effect/Schema"

/** Someone must be left who can administer. */
export class LastAdminRequired extends Schema.TaggedError<LastAdminRequired>()("LastAdminRequired", {}) {
  override get message(): string {
    return "This is the only administrator who can sign in. Make another account an administrator first."
  }
}

/** Compared as at the sign-in: `Ada` is taken where there is an `ada`. */
export class UsernameTaken extends Schema.TaggedError<UsernameTaken>()("UsernameTaken", {}) {
  override get message(): string {
    return "This username is taken."
  }
}
