import * as fc from "fast-check"

/** Cuts off the end of a file, as if a copy had been interrupted. */
export const cutOff = (whole: Buffer): fc.Arbitrary<Buffer> =>
  fc.nat(whole.length).map((length) => whole.subarray(0, length))

const changed = (whole: Buffer, change: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.from(whole)
  change(bytes)
  return bytes
}

/** Changes a size, count or offset of 1, 4 or 8 bytes. */
export const changedNumbers = (whole: Buffer, order: "big" | "little" = "big"): fc.Arbitrary<Buffer> => {
  const lie = fc.record({
    at: fc.nat(whole.length - 1),
    width: fc.constantFrom(1, 4, 8),
    value: fc.oneof(
      fc.constantFrom(0n, 1n, 7n, 8n, 0x7fn, 0x80n, 0xffn, 0x7fffffffn, 0x80000000n, 0xffffffffn),
      fc.constantFrom(2n ** 53n, 2n ** 63n, 2n ** 64n - 1n),
      fc.bigUintN(16)
    )
  })
  return fc.array(lie, { minLength: 1, maxLength: 4 }).map((lies) =>
    changed(whole, (bytes) => {
      for (const { at, value, width } of lies) {
        const field = Buffer.alloc(8)
        if (order === "big") field.writeBigUInt64BE(value)
        else field.writeBigUInt64LE(value)
        field.copy(bytes, at, order === "big" ? 8 - width : 0, order === "big" ? 8 : width)
      }
    })
  )
}

export const changedBytes = (whole: Buffer): fc.Arbitrary<Buffer> =>
  fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }).map((changes) =>
    changed(whole, (bytes) => {
      for (const [at, value] of changes) bytes[at] = value
    })
  )

/**
 * Replaces a range of the file, which may be empty, with a copy of another range. The sizes in the surrounding
 * structures are then wrong.
 */
export const copiedRanges = (whole: Buffer): fc.Arbitrary<Buffer> => {
  const range = fc.tuple(fc.nat(whole.length), fc.nat(Math.min(whole.length, 2_000)))
  return fc.tuple(range, range).map(([[from, length], [to, replaced]]) => {
    const part = whole.subarray(from, from + length)
    return Buffer.concat([whole.subarray(0, to), part, whole.subarray(to + replaced)])
  })
}

/** Builds `depth` boxes of at least 8 bytes, each of which contains only the next one. */
export const nested = (type: string, depth: number): Buffer => {
  const bytes = Buffer.alloc(depth * 8)
  for (let i = 0; i < depth; i++) {
    bytes.writeUInt32BE((depth - i) * 8, i * 8)
    bytes.write(type, i * 8 + 4, "latin1")
  }
  return bytes
}
