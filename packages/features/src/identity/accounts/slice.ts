import { defineSlice } from "../../defineSlice.ts"
import { AuthGroup, AuthPublicGroup, SessionGroup } from "./contract.ts"
import { accountEvents } from "./events.ts"
import { AuthLive, AuthPublicLive, SessionLive } from "./http.ts"
import { accountsTopic } from "./live.ts"
import { accountsProjection, signInsProjection } from "./projection.ts"
import { accountHistory } from "./history.ts"

export const accountsSlice = defineSlice({
  name: "accounts",
  about: "first-run setup, sign-in, sessions and the caller's own preferences",
  stores: "accounts as events; sessions, passwords and failed sign-ins as rows",
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
    forgetKeys: "deletes the app keys of an account when its password changes",
    keyAccess: "signs in with a username and an app key, throttled like a password",
    keys: "the format of app keys, and their stored hash",
    accountPrincipals: "the principals of accounts that authenticate without a session",
    jobPrincipal: "the principal of the account for which a job works",
    administrators: "finds the accounts that can administer, and locks changes to them",
    attemptQueue: "the order in which waiting sign-in attempts are checked",
    basic: "HTTP Basic authentication for book readers, with verified passwords cached for minutes",
    commonPasswords: "rejects the most common passwords",
    otherSessions: "ends all sessions of an account, or all but one",
    ownPassword: "changes the caller's own password, and ends other sessions",
    passwords: "hashes passwords with argon2id, two at a time",
    recovery: "sets an administrator's password that the operator configured at start",
    sessions: "device sessions, in a plain table that every request reads",
    signInNotes:
      "records sign-ins, failed sign-ins and sign-outs as events, but only a limited number of them",
    throttle: "locks out callers after too many failed sign-ins",
    username: "compares and validates usernames"
  }
})
