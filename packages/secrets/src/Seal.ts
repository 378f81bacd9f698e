import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import type { SealingKey } from "./SealingKey.ts"

const format = "v1"
const nonceBytes = 12
const tagBytes = 16
const cipher = "aes-256-gcm"

/**
 * The place where a value is stored. A sealed value opens only with its own context. If an attacker copies the sealed
 * value to another row, the attacker therefore cannot make the server open it there.
 */
export interface SealContext {
  readonly table: string
  readonly id: string
  readonly field: string
}

/**
 * The value was sealed with a secret that is missing or has changed, or the value is damaged. Its owner must enter the
 * value again.
 */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", {
  why: Schema.Literal("other secret", "damaged")
}) {
  override get message(): string {
    return this.why === "damaged"
      ? "The stored value is damaged. Enter it again."
      : "The stored value was encrypted with another secret. Enter it again, or restore the old secret."
  }
}

/**
 * Returns the additional authenticated data that binds a value to its location and its key. Each part is preceded by
 * its length, so that different locations never produce the same bytes.
 */
const boundTo = ({ field, id, table }: SealContext, keyId: string): Buffer =>
  Buffer.from([table, id, field, format, keyId].map((part) => `${Buffer.byteLength(part)}:${part}`).join("/"))

/** Seals a string as `v1:<key id>:<nonce>:<ciphertext and tag>`. The result is different each time. */
export const seal = (key: SealingKey, context: SealContext, text: string): string => {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key.bytes, nonce, { authTagLength: tagBytes })
  sealing.setAAD(boundTo(context, key.id))
  const sealed = Buffer.concat([sealing.update(text, "utf8"), sealing.final(), sealing.getAuthTag()])
  return [format, key.id, nonce.toString("base64url"), sealed.toString("base64url")].join(":")
}

/** Returns the id of the key that sealed a value, or undefined if it cannot be determined. */
export const keyIdOf = (sealed: string): string | undefined => {
  const [version, keyId] = sealed.split(":")
  return version === format ? keyId : undefined
}

/** Decodes base64url. Accepts only the canonical encoding, because different strings can decode to the same bytes. */
const decoded = (text: string | undefined): Buffer | undefined => {
  const bytes = Buffer.from(text ?? "", "base64url")
  return bytes.toString("base64url") === text ? bytes : undefined
}

export const open = (
  key: SealingKey,
  context: SealContext,
  sealed: string
): Either.Either<string, Unreadable> => {
  const parts = sealed.split(":")
  const [version, keyId] = parts
  const nonce = decoded(parts[2])
  const body = decoded(parts[3])
  const damaged = Either.left(new Unreadable({ why: "damaged" }))
  if (version !== format || parts.length !== 4 || nonce?.length !== nonceBytes) return damaged
  if (body === undefined || body.length < tagBytes) return damaged
  if (keyId !== key.id) return Either.left(new Unreadable({ why: "other secret" }))
  const opening = createDecipheriv(cipher, key.bytes, nonce, { authTagLength: tagBytes })
  opening.setAAD(boundTo(context, keyId))
  opening.setAuthTag(body.subarray(-tagBytes))
  try {
    const text = Buffer.concat([opening.update(body.subarray(0, -tagBytes)), opening.final()])
    return Either.right(text.toString("utf8"))
  } catch {
    return damaged
  }
}
