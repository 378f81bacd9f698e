import * as Either from "effect/Either"
import fc from "fast-check"
import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { keyIdOf, open, seal, type SealContext } from "./Seal.ts"
import { generateSecret, isGenerated, sealingKey } from "./SealingKey.ts"

const salt = randomBytes(16)
const key = await sealingKey(generateSecret(), salt)
const context: SealContext = { table: "sealed_values/plugin", id: "tmdb", field: "apiKey" }
const why = (opened: ReturnType<typeof open>) => (Either.isLeft(opened) ? opened.left.why : opened.right)

it("opens sealed values, and seals a value differently each time", () => {
  const anyContext = fc.record({
    table: fc.fullUnicodeString(),
    id: fc.fullUnicodeString(),
    field: fc.string()
  })
  fc.assert(
    fc.property(anyContext, fc.fullUnicodeString({ maxLength: 2_000 }), (at, text) => {
      const sealed = seal(key, at, text)
      expect(open(key, at, sealed)).toEqual(Either.right(text))
      expect(sealed).not.toBe(seal(key, at, text))
      expect(sealed).toMatch(/^v1:[\w-]{12}:[\w-]{16}:[\w-]{22,}$/)
    })
  )
})

it("opens a value only at its own location, even if another location concatenates to the same text", () => {
  const sealed = seal(key, { table: "ab", id: "c", field: "d" }, "x")
  expect(why(open(key, { table: "a", id: "bc", field: "d" }, sealed))).toBe("damaged")
  const anyContext = fc.record({ table: fc.string(), id: fc.string(), field: fc.string() })
  fc.assert(
    fc.property(anyContext, anyContext, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      expect(why(open(key, other, seal(key, one, "secret")))).toBe("damaged")
    })
  )
})

it("detects every changed, missing or additional character", () => {
  const sealed = seal(key, context, "a password")
  for (let at = 0; at < sealed.length; at += 1) {
    for (const put of ["A", "B", "-", ":", "=", ""]) {
      const changed = sealed.slice(0, at) + put + sealed.slice(at + 1)
      if (changed !== sealed) expect([at, put, why(open(key, context, changed))]).not.toContain("a password")
    }
    expect(Either.isLeft(open(key, context, sealed.slice(0, at)))).toBe(true)
  }
  for (const wrong of ["", "v1", "v1:::", `${sealed}:`, `${sealed}A`, `${sealed}=`, "null"])
    expect([wrong, Either.isLeft(open(key, context, wrong))]).toEqual([wrong, true])
})

it("detects every flipped bit in the nonce, ciphertext and tag", () => {
  const sealed = seal(key, context, "a password")
  const [version, keyId, nonce = "", body = ""] = sealed.split(":")
  const parts = [Buffer.from(nonce, "base64url"), Buffer.from(body, "base64url")] as const
  for (const part of parts)
    for (let bit = 0; bit < part.length * 8; bit += 1) {
      part[bit >> 3]! ^= 1 << (bit & 7)
      const flipped = [version, keyId, ...parts.map((each) => each.toString("base64url"))].join(":")
      expect(why(open(key, context, flipped))).toBe("damaged")
      part[bit >> 3]! ^= 1 << (bit & 7)
    }
  expect(why(open(key, context, sealed))).toBe("a password")
})

describe("keys", () => {
  it("identifies a value that was sealed with a different key", async () => {
    const other = await sealingKey(generateSecret(), salt)
    const sealed = seal(key, context, "x")
    expect(why(open(other, context, sealed))).toBe("other secret")
    expect(keyIdOf(sealed)).toBe(key.id)
    expect(keyIdOf("nonsense")).toBeUndefined()
  })

  it("uses the salt to stretch a user's secret, but does not stretch a generated secret", async () => {
    const [one, same, salted] = await Promise.all(
      [salt, salt, randomBytes(16)].map((each) => sealingKey("my cat is called Tom", each))
    )
    expect([same?.id, same?.bytes]).toEqual([one?.id, one?.bytes])
    expect(salted?.id).not.toBe(one?.id)
    const generated = generateSecret()
    expect(isGenerated(generated)).toBe(true)
    const keys = await Promise.all([salt, randomBytes(16)].map((each) => sealingKey(generated, each)))
    expect(keys[0]).toEqual(keys[1])
    expect(keys[0]?.bytes.toString("base64url")).not.toBe(generated)
  })
})
