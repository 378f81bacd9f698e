import * as Schema from "effect/Schema"
import { randomFillSync } from "node:crypto"
import { SqlType } from "./SqlType.ts"

/**
 * A version 7 UUID (RFC 9562) as lower-case text. Ids are ordered by creation time, so new index entries are appended
 * at the right edge of an index. An id is not a secret.
 */
export const Uuid = Schema.String.pipe(
  Schema.pattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
    message: () => "expected a UUID"
  })
).annotations({ [SqlType]: "uuid" })

let lastMillis = 0
let counter = 0

/**
 * Random bytes for several ids. One system call fills the pool for 256 calls of `randomSlice`. Without the pool, each
 * id needed two system calls, which took 4 microseconds and slowed down bulk writes.
 */
const pool = Buffer.alloc(4_096)
let used = pool.length

const randomSlice = (length: number): Buffer => {
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += length
  return pool.subarray(used - length, used)
}

/**
 * Creates a version 7 UUID. Ids ascend within the process, even if the clock goes backwards, because a 12-bit counter
 * follows the time stamp.
 */
export const uuidv7 = (): string => {
  const now = Date.now()
  if (now > lastMillis) {
    lastMillis = now
    counter = randomSlice(2).readUInt16BE(0) & 0x7ff
  } else {
    counter += 1
    if (counter > 0xfff) {
      lastMillis += 1
      counter = 0
    }
  }
  const bytes = Buffer.from(randomSlice(16))
  bytes.writeUIntBE(lastMillis, 0, 6)
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns the creation time of a version 7 UUID, in milliseconds since 1970. */
export const millisOfUuidv7 = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * True for a well-formed id. Check ids from URLs before using them in a query, because PostgreSQL reports an error for
 * a malformed `uuid`. A malformed id cannot exist, so the caller can respond with "not found".
 */
export const isUuid = (text: string): boolean => uuidPattern.test(text)
