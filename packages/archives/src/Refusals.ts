import { ArchiveRefused, EntryRefused, type EntryRefusal } from "./ArchiveErrors.ts"
import type { ArchiveEntry } from "./ArchiveEntry.ts"
import type { ArchiveLimits } from "./ArchiveLimits.ts"

/**
 * The position of an entry in the archive, in bytes. Its header starts at `offset`, and `packedSize` bytes follow the
 * header.
 */
export interface StoredRange {
  readonly offset: number
  /** Length of the header and the name. Fields that are stored only in the header itself make the header longer. */
  readonly headerLength: number
  readonly packedSize: number
}

/** Returns the reason why an entry cannot be read, based on the directory, or undefined if it can be read. */
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
  ratio: "This entry would unpack to far more than its compressed size allows."
}

export const refused = (code: typeof EntryRefusal.Type): EntryRefused =>
  new EntryRefused({ code, reason: reasons[code] })

/** Throws `ArchiveRefused` if all entries together declare more than an archive of this size can plausibly contain. */
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
      reason: "The archive would unpack to far more than its size allows."
    })
}

/**
 * Throws `ArchiveRefused` if two entries share bytes. If entries share bytes, a few megabytes can declare petabytes
 * although each entry is within its limits (https://www.bamsoftware.com/hacks/zipbomb/). No program writes such
 * archives for a legitimate purpose.
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
