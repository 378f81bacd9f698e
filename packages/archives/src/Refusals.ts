import { ArchiveRefused, EntryRefused, type EntryRefusal } from "./ArchiveErrors.ts"
import type { ArchiveEntry } from "./ArchiveEntry.ts"
import type { ArchiveLimits } from "./ArchiveLimits.ts"

/**
 * The position of an entry in the archive, in bytes: `packedSize` bytes from just after its header, which starts at
 * `offset`.
 */
export interface StoredRange {
  readonly offset: number
  /** Length of header and name; fields that only appear in the header itself make it longer. */
  readonly headerLength: number
  readonly packedSize: number
}

/** Explains why an entry cannot be read, based on the directory. */
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
 * Throws `ArchiveRefused` if two entries share bytes: that way a few megabytes can claim petabytes with each entry
 * within its limits (https://www.bamsoftware.com/hacks/zipbomb/). No program writes such archives for another purpose.
 */
export const requireApart = (ranges: ReadonlyArray<StoredRange>): void => {
  const sorted = [...ranges].sort((a, b) => a.offset - b.offset)
  let end = 0
  for (const { headerLength, offset, packedSize } of sorted) {
    if (offset < end)
      throw new ArchiveRefused({ code: "overlapping", reason: "Entries of the archive overlap." })
    end = offset + headerLength + packedSize
  }
}
