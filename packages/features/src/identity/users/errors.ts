import * as Schema from "effect/Schema"

/** The change would remove the last enabled administrator. */
export class LastAdminRequired extends Schema.TaggedError<LastAdminRequired>()("LastAdminRequired", {}) {
  override get message(): string {
    return "This is the only administrator who can sign in. Make another account an administrator first."
  }
}

/** The username is taken. Names are compared as they are at sign-in, so `Ada` is taken if an account `ada` exists. */
export class UsernameTaken extends Schema.TaggedError<UsernameTaken>()("UsernameTaken", {}) {
  override get message(): string {
    return "This username is taken."
  }
}
