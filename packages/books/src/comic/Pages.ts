import type { ArchiveEntry } from "@media/archives/ArchiveEntry"
import type { Archive } from "@media/archives/OpenArchive"
import { naturally } from "@media/kernel/NaturalOrder"

/** What image decoders of ours read. */
const PICTURE = /\.(jpe?g|jfif|png|webp|gif|avif|tiff?)$/i

/** The pictures of a comic in the order they are read, also those that cannot be read. */
export const pagesOf = ({ entries }: Archive): ReadonlyArray<ArchiveEntry> =>
  entries
    .filter(({ isJunk, key, kind }) => kind === "file" && !isJunk && PICTURE.test(key))
    .map((entry) => entry)
    .sort((a, b) => naturally(a.key, b.key) || a.index - b.index)
