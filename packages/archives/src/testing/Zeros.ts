import { constants, crc32, deflateRawSync } from "node:zlib"
import type { MadeEntry } from "./MadeArchive.ts"

const MIB = 1024 * 1024
const block = Buffer.alloc(MIB)
const packedBlock = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH })
const lastBlock = Buffer.from([3, 0])

/**
 * Returns an entry that unpacks to `mebibytes` MiB of zeros. It occupies only 1 KB per MiB, because it is assembled
 * from a single compressed block.
 */
export const zeros = (mebibytes: number): MadeEntry & { readonly packed: Buffer; readonly size: number } => ({
  name: "zeros",
  packed: Buffer.concat([...Array.from({ length: mebibytes }, () => packedBlock), lastBlock]),
  size: mebibytes * MIB,
  crc32: Array.from({ length: mebibytes }).reduce<number>((sum) => crc32(block, sum), 0)
})
