import { AuthenticationRequired } from "@media/kernel/Errors"
import { networkKey } from "@media/kernel/NetworkKey"
import { QueryCache } from "@media/pg/QueryCache"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import { createHmac, randomBytes } from "node:crypto"
import { accountPrincipals } from "./accountPrincipals.ts"
import { accountOfKey, countedKeys } from "./keyAccess.ts"
import { isKey, md5Of } from "./keys.ts"
import { checkPassword } from "./commands.ts"
import type { Verified } from "./sessions.ts"

export interface BasicCredentials {
  readonly username: string
  readonly password: string
}

/**
 * Maximum lengths of credentials. No valid credentials are longer. Without a limit, argon2 might have to hash
 * megabytes.
 */
const longest = { username: 256, password: 1_024 }

const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * Decodes credentials as UTF-8, as the `WWW-Authenticate` header requests. Credentials that are not valid UTF-8 are
 * decoded as Latin-1, because some clients ignore the header.
 */
const textOf = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes.toString("latin1")
  }
}

/**
 * Parses the credentials of an `Authorization` header (RFC 7617). Returns undefined if the scheme is not Basic or the
 * credentials are invalid.
 */
export const basicCredentials = (header: string | undefined): BasicCredentials | undefined => {
  const encoded = /^Basic +([A-Za-z0-9+/_=-]+) *$/i.exec(header ?? "")?.[1]
  if (encoded === undefined) return undefined
  const text = textOf(Buffer.from(encoded, "base64"))
  const colon = text.indexOf(":")
  if (colon < 1) return undefined
  const [username, password] = [text.slice(0, colon), text.slice(colon + 1)]
  // The database rejects text with NUL characters, and no username contains one.
  return username.length > longest.username || password.length > longest.password || username.includes("\0")
    ? undefined
    : { username, password }
}

type Checked = Exit.Exit<Option.Option<Verified>, Effect.Effect.Error<ReturnType<typeof checkPassword>>>

/**
 * Time in milliseconds for which a verified password is remembered. Reading apps send the password with the request for
 * every cover. Without this cache, a page of a list with 40 covers would cost 40 times 18 ms for argon2. The server
 * therefore remembers a verified password for five minutes. It stores only the HMAC of the password, and only this
 * process has the key. Each request checks that the stored password hash has not changed in the meantime.
 */
const rememberedMillis = 5 * 60_000
const mostRemembered = 1_000
const key = randomBytes(32)
const remembered = new Map<string, Verified & { readonly until: number }>()
/**
 * The running password checks, keyed by address and credentials. If a reading app requests 40 covers at once, one
 * request verifies the password and the others wait for its result.
 */
const checking = new Map<string, Deferred.Deferred<Checked>>()

/**
 * Returns the HMAC of the credentials and the caller's network. The network is included so that a password remembered
 * for one network is not accepted from another network that the throttle has locked.
 */
const tagOf = ({ password, username }: BasicCredentials, ipAddress: string): string =>
  createHmac("sha256", key)
    .update(`${networkKey(ipAddress)} ${username.length}:${username}:${password}`)
    .digest("base64")

const remember = (tag: string, verified: Verified): void => {
  const [oldest] = remembered.keys()
  if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest)
  remembered.set(tag, { ...verified, until: performance.now() + rememberedMillis })
}

const verified = (credentials: BasicCredentials, tag: string, ipAddress: string) =>
  Effect.suspend((): ReturnType<typeof checkPassword> => {
    const known = remembered.get(tag)
    if (known !== undefined && performance.now() < known.until) return Effect.succeed(Option.some(known))
    remembered.delete(tag)
    const flight = `${ipAddress} ${tag}`
    const running = checking.get(flight)
    if (running !== undefined)
      return Effect.flatMap(Deferred.await(running), (exit) =>
        Exit.isInterrupted(exit) ? verified(credentials, tag, ipAddress) : exit
      )
    const own = Deferred.unsafeMake<Checked>(FiberId.none)
    checking.set(flight, own)
    return checkPassword(credentials.username, credentials.password, ipAddress).pipe(
      Effect.tap((found) =>
        Effect.sync(() => {
          if (Option.isSome(found)) remember(tag, found.value)
        })
      ),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          checking.delete(flight)
          Deferred.unsafeDone(own, Exit.succeed(exit))
        })
      )
    )
  })

/**
 * Returns the principal for a username with a password or a key. Fails with `AuthenticationRequired` if the credentials
 * are wrong. Wrong credentials count as failures, in the same way as at sign-in.
 */
export const authenticateBasic = Effect.fn("accounts.authenticateBasic")(function* (
  credentials: BasicCredentials,
  ipAddress: string
) {
  const { password, username } = credentials
  const ofKey = isKey(password) ? yield* accountOfKey({ username, md5: md5Of(password) }) : undefined
  if (ofKey !== undefined) return ofKey
  const tag = tagOf(credentials, ipAddress)
  // A rejected password that looks like a key is probably a revoked key that an app keeps sending. Only the first
  // request counts as a failure.
  if (isKey(password) && countedKeys.has(tag)) return yield* new AuthenticationRequired()
  const found = yield* verified(credentials, tag, ipAddress)
  if (Option.isNone(found)) {
    if (isKey(password)) countedKeys.add(tag)
    return yield* new AuthenticationRequired()
  }
  const { accountId, passwordHash } = found.value
  const cache = yield* QueryCache
  const account = yield* cache.get("accounts", `basic ${accountId}`, accountPrincipals([accountId]))
  const now = account.get(accountId)
  if (now === undefined || now.passwordHash !== passwordHash) {
    remembered.delete(tag)
    return yield* new AuthenticationRequired()
  }
  return now.principal
})
