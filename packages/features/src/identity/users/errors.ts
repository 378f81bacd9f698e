import * as Schema from "effect/Schema"

/** At least one account that can administer must remain. */
export class LastAdminRequired extends Schema.TaggedError<LastAdminRequired>()("LastAdminRequired", {}) {
  override get message(): string {
    return "This is the only administrator who can sign in. Make another account an administrator first."
  }
}

/** The name is taken. Names are compared as at sign-in: `Ada` is taken if there is an `ada`. */
export class UsernameTaken extends Schema.TaggedError<UsernameTaken>()("UsernameTaken", {}) {
  override get message(): string {
    return "This username is taken."
  }
}
