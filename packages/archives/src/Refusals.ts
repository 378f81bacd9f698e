import { ArchiveRefused, EntryRefused, type EntryRefusal } from "./ArchiveErrors.ts"
import type { ArchiveEntry } from "./ArchiveEntry.ts"
import type { ArchiveLimits } from "./ArchiveLimits.ts"

/**
 * The position of an entry in the archive, in bytes. The entry's header starts at `offset` and is followed by
 * `packedSize` bytes of content.
 */
export interface StoredRange {
  readonly offset: number
  /**
   * Minimum length of the header including the name. The actual header may be longer, because it may contain extra
   * fields that the directory does not list.
   */
  readonly headerLength: number
  readonly packedSize: number
}

/**
 * Checks what the directory declares about an entry. Returns the reason why the entry cannot be read, or undefined if
 * it appears to be readable.
 */
export const refusalOf = (
  entry: Pick<ArchiveEntry, "kind" | "packedSize" | "size">,
  packing: { readonly isEncrypted: boolean; readonly method: number },
  limits: ArchiveLimits
): typeof EntryRefusal.Type | undefined => {
  if (entry.kind !== "file") return "not-a-file"
  if (packing.isEncrypted) return "encrypted"
  if (packing.method !== 0 && packing.method !== 8) return "method"
  if (entry.size > limits.entry) return "too-large"
  return entry.size >= limits.ratioFrom && entry.size > limits.ratio * entry.packedSize ? "ratio" : undefined
}

const reasons: Record<typeof EntryRefusal.Type, string> = {
  "not-a-file": "This entry is a folder or a link.",
  encrypted: "This entry is encrypted.",
  method: "This entry uses a compression method that is not supported.",
  "too-large": "This entry is too large.",
  ratio: "The compression ratio of this entry is so high that it may be a zip bomb."
}

export const refused = (code: typeof EntryRefusal.Type): EntryRefused =>
  new EntryRefused({ code, reason: reasons[code] })

/**
 * Throws `ArchiveRefused` if the declared sizes of all entries add up to more than the limits allow for an archive of
 * this size.
 */
export const requireHonestTotal = (
  entries: ReadonlyArray<Pick<ArchiveEntry, "size">>,
  fileSize: number,
  limits: ArchiveLimits
): void => {
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.total)
    throw new ArchiveRefused({ code: "too-large", reason: "The archive contains too much data." })
  if (total >= limits.ratioFrom && total > limits.ratio * fileSize)
    throw new ArchiveRefused({
      code: "ratio",
      reason: "The compression ratio of the archive is so high that it may be a zip bomb."
    })
}

/**
 * Throws `ArchiveRefused` if two entries share bytes of the file. With shared bytes, an archive of a few megabytes can
 * unpack to petabytes although each entry is within its limits (https://www.bamsoftware.com/hacks/zipbomb/). No program
 * creates such archives for a legitimate purpose.
 */
export const requireApart = (ranges: ReadonlyArray<StoredRange>): void => {
  const sorted = [...ranges].sort((a, b) => a.offset - b.offset)
  let end = 0
  for (const { headerLength, offset, packedSize } of sorted) {
    if (offset < end)
      throw new ArchiveRefused({ code: "overlapping", reason: "Entries in the archive overlap." })
    end = offset + headerLength + packedSize
  }
}
