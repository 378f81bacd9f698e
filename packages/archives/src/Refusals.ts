import { ArchiveRefused, EntryRefused, type EntryRefusal } from "./ArchiveErrors.ts"
import type { ArchiveEntry } from "./ArchiveEntry.ts"
import type { ArchiveLimits } from "./ArchiveLimits.ts"

/** Where an entry lies in the archive, in bytes: `packedSize` from somewhat behind its header, which starts at `offset`. */
export interface Placed {
  readonly offset: number
  /** Of header and name; fields that only the header itself tells make it longer. */
  readonly headerLength: number
  readonly packedSize: number
}

/** Why an entry is not read, from what the directory says of it. */
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
  method: "This entry is compressed in a way that is not supported.",
  "too-large": "This entry is too large.",
  ratio: "This entry would grow beyond all measure."
}

export const refused = (code: typeof EntryRefusal.Type): EntryRefused =>
  new EntryRefused({ code, reason: reasons[code] })

/** Throws `ArchiveRefused` when all entries together declare more than an archive of this size can honestly hold. */
export const requireHonestTotal = (
  entries: ReadonlyArray<Pick<ArchiveEntry, "size">>,
  fileSize: number,
  limits: ArchiveLimits
): void => {
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.total)
    throw new ArchiveRefused({ code: "too-large", reason: "The archive holds too much." })
  if (total >= limits.ratioFrom && total > limits.ratio * fileSize)
    throw new ArchiveRefused({ code: "ratio", reason: "The archive would grow beyond all measure." })
}

/**
 * Throws `ArchiveRefused` when two entries share bytes: so a few megabytes claim petabytes, each entry within its limits
 * (https://www.bamsoftware.com/hacks/zipbomb/). No program writes such archives for another purpose.
 */
export const requireApart = (places: ReadonlyArray<Placed>): void => {
  const sorted = [...places].sort((a, b) => a.offset - b.offset)
  let end = 0
  for (const { headerLength, offset, packedSize } of sorted) {
    if (offset < end)
      throw new ArchiveRefused({ code: "overlapping", reason: "Entries of the archive lie over each other." })
    end = offset + headerLength + packedSize
  }
}
