import * as Schema from "effect/Schema"
import { randomFillSync } from "node:crypto"
import { SqlType } from "./SqlType.ts"

/** RFC 9562 version 7 UUID as text, lower case. Time-ordered, so indexes grow at the right edge. Not a secret. */
export const Uuid = Schema.String.pipe(
  Schema.pattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
    message: () => "expected a UUID"
  })
).annotations({ [SqlType]: "uuid" })

let lastMillis = 0
let counter = 0

/** One system call fills 256 ids; two calls per id cost 4 microseconds, which slows down bulk writes. */
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
 * A new UUIDv7. Monotonic within the process: 12 counter bits follow the millisecond, and a clock that runs
 * backwards does not break the order.
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

/** Creation time of a version 7 UUID, in milliseconds since 1970. */
export const millisOfUuidv7 = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Ids come from URLs. A malformed id cannot exist and must not reach the database as a `uuid`. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)
