import { defineSlice } from "../defineSlice.ts"
import { AuthGroup, AuthPublicGroup } from "./contract.ts"
import { accountEvents } from "./events.ts"
import { AuthLive, AuthPublicLive } from "./http.ts"
import { accountsProjection } from "./projection.ts"

export const accountsSlice = defineSlice({
  name: "accounts",
  about: "first-run setup, sign-in, sessions, own preferences",
  stores: "accounts as events; sessions, passwords and sign-in failures as rows",
  events: accountEvents,
  projections: [accountsProjection],
  groups: [
    [AuthPublicGroup, AuthPublicLive],
    [AuthGroup, AuthLive]
  ],
  concepts: {
    attemptQueue: "whose attempt to sign in is next",
    passwords: "argon2id, two at a time",
    sessions: "device sessions: the plain table behind every request",
    throttle: "sign-in failures and the lock they lead to",
    username: "how usernames are compared"
  }
})
