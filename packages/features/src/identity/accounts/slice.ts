import { defineSlice } from "../../defineSlice.ts"
import { AuthGroup, AuthPublicGroup, SessionGroup } from "./contract.ts"
import { accountEvents } from "./events.ts"
import { AuthLive, AuthPublicLive, SessionLive } from "./http.ts"
import { accountsTopic } from "./live.ts"
import { accountsProjection, signInsProjection } from "./projection.ts"
import { accountHistory } from "./history.ts"

export const accountsSlice = defineSlice({
  name: "accounts",
  about: "first-run setup, sign-in, sessions, own preferences",
  stores: "accounts as events; sessions, passwords and sign-in failures as rows",
  open: [
    "administrators",
    "commands",
    "decider",
    "otherSessions",
    "passwords",
    "queries",
    "sessions",
    "username"
  ],
  events: accountEvents,
  history: accountHistory,
  projections: [accountsProjection, signInsProjection],
  groups: [
    [AuthPublicGroup, AuthPublicLive],
    [SessionGroup, SessionLive],
    [AuthGroup, AuthLive]
  ],
  live: [accountsTopic],
  concepts: {
    forgetKeys: "a new password ends the keys of an account",
    keyAccess: "signing in with a name and an app key, throttled like a password",
    keys: "the form of app keys, and what is stored of them",
    accountPrincipals: "who an account is that asks without a session",
    jobPrincipal: "who the account is that a job works for",
    administrators: "who can administer, and the lock of every change of that",
    attemptQueue: "whose attempt to sign in is next",
    basic: "an account by its name and password, remembered for minutes: what readers of books send",
    commonPasswords: "the passwords that are guessed first, and refused",
    otherSessions: "ending every session of an account, or all but one",
    ownPassword: "changing one's own password, and which sessions that ends",
    passwords: "argon2id, two at a time",
    recovery: "an administrator's password set by the operator at a start",
    sessions: "device sessions: the plain table behind every request",
    signInNotes: "sign-ins, failed ones and sign-outs as events, in bounded number",
    throttle: "sign-in failures and the lock they lead to",
    username: "how usernames are compared"
  }
})
