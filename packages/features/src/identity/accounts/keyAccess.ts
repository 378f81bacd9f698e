import * as SqlClient from "@effect/sql/SqlClient"
import { AuthenticationRequired } from "@media/kernel/Errors"
import { QueryCache } from "@media/pg/QueryCache"
import { rowOf } from "@media/pg/Rows"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { IncomingMessage } from "node:http"
import { accountPrincipals } from "./accountPrincipals.ts"
import { noteFailure } from "./signInNotes.ts"
import { laneOf, recordFailure, requireNotThrottled, sequentially } from "./throttle.ts"
import { signInName, usernameKey } from "./username.ts"
import { hashOf } from "./keys.ts"

/** A username, and the MD5 hash of a key as hexadecimal digits. */
export interface KeyCredentials {
  readonly username: string
  readonly md5: string
}

const mostName = 256

/** Decodes the value of a header. KOReader sends names in UTF-8, but Node reads header bytes as Latin-1. */
const textOfHeader = (header: string): string => {
  const bytes = Buffer.from(header, "latin1")
  const text = bytes.toString("utf8")
  return Buffer.from(text).equals(bytes) ? text : header
}

/** Parses KOReader's headers. Returns undefined if the headers are missing or invalid. */
export const keyCredentials = ({ headers }: IncomingMessage): KeyCredentials | undefined => {
  const [user, md5] = [headers["x-auth-user"], headers["x-auth-key"]]
  if (typeof user !== "string" || typeof md5 !== "string") return undefined
  const username = textOfHeader(user)
  return username === "" || username.length > mostName || !/^[0-9a-f]{32}$/i.test(md5)
    ? undefined
    : { username, md5: md5.toLowerCase() }
}

const Owner = Schema.Struct({ account_id: Schema.String })

/**
 * The key does not exist. This is an error and not a result, because the cache stores only results: otherwise, guessed
 * keys could evict useful cache entries.
 */
class NoKey extends Data.TaggedError("NoKey") {}

/** Returns the id of the account that owns a key. Also records that the key was used, but at most once an hour. */
const ownerOf = (hash: Buffer) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const owner = yield* rowOf(Owner)(sql`select account_id from reading_keys where key_hash = ${hash}`)
    if (Option.isNone(owner)) return yield* new NoKey()
    yield* sql`
      update reading_keys set last_used_at = now()
      where key_hash = ${hash} and (last_used_at is null or last_used_at < now() - interval '1 hour')`
    return owner.value.account_id
  })

/**
 * Returns the principal of the account that owns a key. Returns undefined if the key is unknown, the account is
 * disabled, or the account has a different username. Does not count failures. The result is cached until the key or the
 * account changes.
 */
export const accountOfKey = Effect.fn("readingApps.accountOfKey")(function* ({
  md5,
  username
}: KeyCredentials) {
  const cache = yield* QueryCache
  const hash = hashOf(md5)
  const accountId = yield* Effect.catchTag(
    cache.get("accounts", `key ${hash.toString("base64")}`, ownerOf(hash)),
    "NoKey",
    () => Effect.succeed(undefined)
  )
  if (accountId === undefined) return undefined
  const accounts = yield* cache.get("accounts", `basic ${accountId}`, accountPrincipals([accountId]))
  const principal = accounts.get(accountId)?.principal
  if (principal === undefined) return undefined
  const keys = [usernameKey(username), usernameKey(signInName(username))]
  return keys.includes(usernameKey(principal.username)) ? principal : undefined
})

/**
 * Wrong keys that were already counted as failures, with the time until which each key is remembered. Further requests
 * with the same key do not count, because they probably come from an app that still sends a revoked key.
 */
const counted = new Map<string, number>()
const countedMillis = 5 * 60_000
const mostCounted = 1_000

export const countedKeys = {
  has: (failure: string): boolean => performance.now() < (counted.get(failure) ?? 0),
  add: (failure: string): void => {
    counted.delete(failure)
    if (counted.size >= mostCounted) counted.delete(counted.keys().next().value ?? "")
    counted.set(failure, performance.now() + countedMillis)
  }
}

const isRepeated = (failure: string): boolean => {
  const isKnown = countedKeys.has(failure)
  countedKeys.add(failure)
  return isKnown
}

/**
 * Rejects a wrong key with `AuthenticationRequired`. A wrong key counts as a failure, like a wrong password, so that a
 * caller who guesses keys is locked out. The same wrong key is counted only once in five minutes.
 */
const refuse = ({ md5, username }: KeyCredentials, ipAddress: string) =>
  Effect.gen(function* () {
    const lane = yield* laneOf(ipAddress, username)
    if (!isRepeated(`${ipAddress} ${hashOf(md5).toString("base64")} ${usernameKey(username)}`))
      yield* sequentially(
        ipAddress,
        lane,
        Effect.gen(function* () {
          yield* requireNotThrottled(ipAddress, username)
          yield* recordFailure(ipAddress, username)
          yield* noteFailure(null, ipAddress)
        })
      )
    return yield* new AuthenticationRequired()
  })

/** Returns the principal for a username and a key. Fails with `AuthenticationRequired` if the key is wrong. */
export const authenticateKey = Effect.fn("readingApps.authenticateKey")(function* (
  credentials: KeyCredentials,
  ipAddress: string
) {
  const principal = yield* accountOfKey(credentials)
  return principal ?? (yield* refuse(credentials, ipAddress))
})
