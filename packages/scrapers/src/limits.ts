// Limits on everything that a scraper file or a website controls. The largest community file has 96 KiB, and the
// largest recorded page has 809 KB.

export const MOST_DEFINITION_BYTES = 1024 ** 2
export const definitionLimits = { bytes: MOST_DEFINITION_BYTES, depth: 40, nodes: 100_000, aliases: 100 }

export const MOST_PAGE_BYTES = 20 * 1024 ** 2
export const MOST_PAGE_DEPTH = 512
export const MOST_PAGE_NODES = 500_000
export const MOST_JSON_DEPTH = 512

/** Maximum number of values per selector. */
export const MOST_HITS = 1_000
/** Maximum number of characters per value. */
export const MOST_VALUE_LENGTH = 256 * 1024
/** Maximum number of characters in all values of an object together. */
export const MOST_TEXT = 4 * 1024 ** 2
export const MOST_SELECTOR_LENGTH = 8_192
export const MOST_PATTERN_LENGTH = 4_096
export const MOST_SUB_SCRAPER_DEPTH = 3
export const MOST_FETCHES = 40
export const MOST_SCRIPTS = 200
/** Maximum number of paths per GJSON multipath. */
export const MOST_SUB_PATHS = 100
