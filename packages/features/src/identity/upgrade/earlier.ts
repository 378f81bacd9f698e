import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf, rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A user in a pre-2.0 installation. Any column may be missing, null or of an unexpected type. */
export interface EarlierProfile {
  readonly id: string | null
  readonly username: string | null
  readonly displayName: string | null
  readonly allowNsfw: boolean
  readonly enabled: boolean
  readonly lastSignInAt: Date | null
}

export interface EarlierSession {
  readonly profileId: string
  /** SHA-256 of the token. Undefined if the stored value does not have the size of a SHA-256. */
  readonly tokenHash: Buffer | undefined
  readonly client: string | null
  readonly deviceName: string | null
  readonly deviceId: string | null
  readonly createdAt: Date | null
  readonly lastSeenAt: Date | null
  readonly isEnded: boolean
}

/** The sign-in data of a pre-2.0 installation. */
export interface EarlierInstall {
  readonly profiles: ReadonlyArray<EarlierProfile>
  readonly sessions: ReadonlyArray<EarlierSession>
  /** The API key that all users of the earlier server shared as a password. Null if the server had none. */
  readonly apiKey: string | null
}

const Present = Schema.Struct({ present: Schema.Boolean })
const JsonRow = Schema.Struct({ row: Schema.Record({ key: Schema.String, value: Schema.Unknown }) })
type Json = typeof JsonRow.Type.row

const isPresent = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = yield* rowOf(Present)(sql`select to_regclass(${`public.${table}`}) is not null as present`)
    return Option.getOrThrow(row).present
  })

/**
 * Reads the rows of a table as JSON, because columns and types differ between versions. The rows are sorted as text, so
 * that their order is stable.
 */
const rowsIn = (table: string) =>
  Effect.gen(function* () {
    if (!(yield* isPresent(table))) return []
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(JsonRow)(sql`
      select to_jsonb(t) as row from ${sql.literal(`public.${table}`)} t order by to_jsonb(t)::text`)
    return rows.map(({ row }) => row)
  })

const text = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null

/** Parses a boolean that may also be stored as 0 or 1 (SQLite) or as text (exports). */
const truth = (value: unknown, otherwise: boolean): boolean =>
  value === null || value === undefined
    ? otherwise
    : ![false, 0, "0", "f", "false", "no"].includes(value as never)

/**
 * Parses a time in seconds or milliseconds since 1970, or as text. Returns null for the year 9999 and `infinity`, which
 * mean that the time never comes.
 */
const instant = (value: unknown): Date | null => {
  const number = typeof value === "number" ? (value < 1e11 ? value * 1_000 : value) : undefined
  const date = new Date(number ?? (typeof value === "string" ? value : Number.NaN))
  const isUsable = date.getTime() > 0 && date.getTime() < 4e12
  return isUsable ? date : null
}

/** Parses a SHA-256 in hexadecimal, base64, base64url or `bytea` format. */
const tokenHash = (value: unknown): Buffer | undefined => {
  const written = (text(value) ?? "").replace(/^\\x/, "")
  if (/^[0-9a-f]{64}$/i.test(written)) return Buffer.from(written, "hex")
  return /^[\w+/-]{43}=?$/.test(written) ? Buffer.from(written, "base64url") : undefined
}

const profileOf = (row: Json): EarlierProfile => ({
  id: text(row["id"]),
  username: text(row["username"]) ?? text(row["normalized_username"]),
  displayName: text(row["display_name"]),
  // Missing permission columns mean that the permission is not granted. If the column `enabled` is missing, the user is
  // enabled, because all users were able to sign in before this column existed.
  allowNsfw: truth(row["allow_nsfw"], false),
  enabled: truth(row["enabled"], true),
  lastSignInAt: instant(row["last_login_at"])
})

const sessionOf = (row: Json): EarlierSession => ({
  profileId: text(row["profile_id"]) ?? "",
  tokenHash: tokenHash(row["token_hash"]),
  client: text(row["client"]),
  deviceName: text(row["device_name"]),
  deviceId: text(row["device_id"]),
  createdAt: instant(row["created_at"]),
  lastSeenAt: instant(row["last_seen_at"]),
  isEnded: (row["invalidated_at"] ?? null) !== null
})

/** Reads the earlier installation. Returns none if the database does not contain one. */
export const earlierInstall = Effect.gen(function* () {
  const [hasSecurity, hasProfiles] = yield* Effect.all([
    isPresent("app_security"),
    isPresent("jellyfin_profiles")
  ])
  if (!hasSecurity && !hasProfiles) return Option.none<EarlierInstall>()
  const security = yield* rowsIn("app_security")
  const keys = security.map((row) => text(row["api_key"])).filter((key) => key !== null && key !== "")
  return Option.some<EarlierInstall>({
    profiles: (yield* rowsIn("jellyfin_profiles")).map(profileOf),
    sessions: (yield* rowsIn("jellyfin_sessions")).map(sessionOf),
    apiKey: keys[0] ?? null
  })
})

const Nullable = Schema.Struct({ nullable: Schema.Boolean })

/** Deletes the API key of the earlier server, which must not remain in the database in plain text. */
export const eraseApiKeys = Effect.gen(function* () {
  if (!(yield* isPresent("app_security"))) return
  const sql = yield* SqlClient.SqlClient
  const column = yield* rowOf(Nullable)(sql`
    select not attnotnull as nullable from pg_attribute
    where attrelid = 'public.app_security'::regclass and attname = 'api_key' and not attisdropped`)
  if (Option.isNone(column)) return
  yield* sql`update public.app_security set api_key = ${column.value.nullable ? null : ""}`
})

/** Locks the earlier tables against changes until the end of the transaction. */
export const lockEarlierInstall = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["app_security", "jellyfin_profiles", "jellyfin_sessions"]) {
    if (yield* isPresent(table))
      yield* sql`lock table ${sql.literal(`public.${table}`)} in share row exclusive mode`
  }
})
