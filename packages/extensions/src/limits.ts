import { archiveLimits } from "@media/archives/ArchiveLimits"

const MIB = 1024 ** 2

/** Maximum size of an index in bytes. The largest community index has 900 packages in 400 KiB. */
export const MOST_INDEX_BYTES = 4 * MIB
export const MOST_INDEX_PACKAGES = 20_000
export const indexLimits = { bytes: MOST_INDEX_BYTES, depth: 20, nodes: 1_000_000, aliases: 100 }

export const MOST_PACKAGE_BYTES = 64 * MIB
export const MOST_PACKAGE_FILES = 2_000
export const packageLimits = {
  ...archiveLimits,
  entries: MOST_PACKAGE_FILES,
  entry: MOST_PACKAGE_BYTES,
  total: MOST_PACKAGE_BYTES,
  directory: 2 * MIB,
  ratioFrom: 4 * MIB
}
/** Maximum number of names in the path of a file in a package. */
export const MOST_PACKAGE_DEPTH = 20
/** Maximum length of a file or folder name in bytes. File systems allow 255 bytes. */
export const MOST_NAME_BYTES = 200
/** Maximum number of required packages that may be installed in addition to the requested ones. */
export const MOST_REQUIREMENTS = 200
