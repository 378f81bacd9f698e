/** Returns the number of bits in which two 64-bit hashes differ. */
export const differingBits = (a: bigint, b: bigint): number => {
  let rest = BigInt.asUintN(64, a ^ b)
  let count = 0
  while (rest !== 0n) {
    rest &= rest - 1n
    count += 1
  }
  return count
}
