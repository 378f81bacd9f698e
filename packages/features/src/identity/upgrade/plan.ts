import { isUuid } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import { nearestUsername, numberedUsername, usernameKey } from "../accounts/username.ts"
import type { EarlierInstall, EarlierProfile, EarlierSession } from "./earlier.ts"

/** A user who will be imported as a member. */
export interface PlannedMember {
  readonly id: string
  readonly profileId: string | null
  readonly username: string
  /** The earlier name, or null if the user keeps this name. Names are changed if they are invalid or already taken. */
  readonly formerUsername: string | null
  readonly displayName: string
  readonly enabled: boolean
  readonly allowNsfw: boolean
  readonly lastSignInAt: Date | null
}

export interface PlannedSession extends EarlierSession {
  readonly accountId: string
  readonly tokenHash: Buffer
  readonly expiresAt: Date
}

export interface Plan {
  readonly members: ReadonlyArray<PlannedMember>
  readonly sessions: ReadonlyArray<PlannedSession>
  /** Number of devices that must sign in again. */
  readonly sessionsLeft: number
  /**
   * The initial password of all imported users: the API key of the earlier server. Null if the server had no API key or
   * the key is too long for sign-in. An administrator must then set the passwords.
   */
  readonly password: string | null
}

export interface Circumstances {
  /** The names that are already taken, as returned by `usernameKey`. */
  readonly takenNames: ReadonlySet<string>
  readonly takenIds: ReadonlySet<string>
  readonly newId: () => string
  readonly now: Date
  /**
   * Number of days without use after which a session ends. `maxSessions` is the maximum number of sessions per account.
   */
  readonly sessionDays: number
  readonly maxSessions: number
}

/** Maximum length of a password that sign-in accepts. */
const maxPassword = 1_024

/**
 * Sorts users with the same name. The first one keeps the name. Enabled users come first, and among these, the user who
 * signed in most recently.
 */
const byClaim = (one: EarlierProfile, other: EarlierProfile): number =>
  Number(other.enabled) - Number(one.enabled) ||
  (other.lastSignInAt?.getTime() ?? 0) - (one.lastSignInAt?.getTime() ?? 0) ||
  (one.id ?? "").localeCompare(other.id ?? "")

const shown = (text: string | null, most: number): string =>
  plainText(text ?? "")
    .trim()
    .slice(0, most)
    .toWellFormed()

const planMembers = (profiles: ReadonlyArray<EarlierProfile>, circumstances: Circumstances) => {
  const names = new Set(circumstances.takenNames)
  const ids = new Set(circumstances.takenIds)
  return [...profiles].sort(byClaim).map((profile): PlannedMember => {
    const wanted =
      nearestUsername(profile.username ?? "") ?? nearestUsername(profile.displayName ?? "") ?? "member"
    let n = 1
    while (names.has(usernameKey(numberedUsername(wanted, n)))) n += 1
    const username = numberedUsername(wanted, n)
    names.add(usernameKey(username))
    const own = profile.id?.toLowerCase() ?? ""
    const id = isUuid(own) && !ids.has(own) ? own : circumstances.newId()
    ids.add(id)
    const former = shown(profile.username, 300)
    return {
      id,
      profileId: profile.id,
      username,
      formerUsername: former === username ? null : former,
      displayName: shown(profile.displayName, 100) || shown(profile.username, 100) || username,
      enabled: profile.enabled,
      allowNsfw: profile.allowNsfw,
      lastSignInAt: profile.lastSignInAt
    }
  })
}

/**
 * Returns the sessions to import. Skips ended, expired and unreadable sessions, and the sessions of users who cannot
 * sign in.
 */
const planSessions = (
  install: EarlierInstall,
  members: ReadonlyArray<PlannedMember>,
  circumstances: Circumstances
) => {
  const owners = new Map(
    members.filter(({ enabled }) => enabled).map((member) => [member.profileId, member.id])
  )
  const millis = circumstances.sessionDays * 86_400_000
  const counts = new Map<string, number>()
  const hashes = new Set<string>()
  const newestFirst = install.sessions.toSorted(
    (one, other) => (other.lastSeenAt?.getTime() ?? 0) - (one.lastSeenAt?.getTime() ?? 0)
  )
  return newestFirst.flatMap((session): ReadonlyArray<PlannedSession> => {
    const accountId = owners.get(session.profileId)
    const seen = session.lastSeenAt ?? session.createdAt
    const { tokenHash } = session
    if (session.isEnded || accountId === undefined || seen === null || tokenHash === undefined) return []
    // An imported session must not last longer than a new session, even if the clock of the earlier server was ahead.
    const expiresAt = new Date(Math.min(seen.getTime(), circumstances.now.getTime()) + millis)
    const count = (counts.get(accountId) ?? 0) + 1
    const hash = tokenHash.toString("hex")
    if (expiresAt <= circumstances.now || count > circumstances.maxSessions || hashes.has(hash)) return []
    counts.set(accountId, count)
    hashes.add(hash)
    return [
      {
        ...session,
        accountId,
        tokenHash,
        expiresAt,
        client: shown(session.client, 100) || null,
        deviceName: shown(session.deviceName, 100) || null,
        deviceId: shown(session.deviceId, 200) || null
      }
    ]
  })
}

/** Returns the plan for importing an earlier installation. New accounts and sessions get their ids from `newId`. */
export const planOf = (install: EarlierInstall, circumstances: Circumstances): Plan => {
  const members = planMembers(install.profiles, circumstances)
  const sessions = planSessions(install, members, circumstances)
  const open = install.sessions.filter(({ isEnded }) => !isEnded).length
  const { apiKey } = install
  return {
    members,
    sessions,
    sessionsLeft: open - sessions.length,
    password: apiKey !== null && apiKey.length <= maxPassword ? apiKey : null
  }
}
