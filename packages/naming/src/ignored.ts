const folders =
  /^(?:@eadir|#recycle|@recycle|@recently-snapshot|\.actors|extrafanart|extrathumbs|\.@__thumb|\.zfs|\$recycle\.bin|system volume information|lost\+found|\.trash.*|__macosx|\.appledouble)$/i

/** True if devices or programs create folders with this name for their own use. */
export const isIgnoredFolder = (name: string): boolean => folders.test(name)

export const isIgnoredFile = (name: string): boolean => name.startsWith(".")

/**
 * Maximum size in bytes of a sample, which is much smaller than its movie. A larger file is a movie called "Sample".
 */
export const LARGEST_SAMPLE = 50 * 1024 * 1024
const sample = /(?:^|[\s._-])sample$/i
export const isSampleStem = (stem: string): boolean => sample.test(stem)
