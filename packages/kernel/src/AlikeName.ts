import { decodedUri } from "./DecodedUri.ts"

/** A percent sign in a name that stands in an address: the server takes no address with `%25` in it. */
export const PERCENT = "\uff05"
/** Stands for a full-width percent sign of the name itself, so that `100%` and its full-width spelling stay two names. */
export const FULL_WIDTH_PERCENT = "\ufe6aa"
/** Stands for a small percent sign of the name itself. */
export const SMALL_PERCENT = "\ufe6ab"

/** A name with percent signs that may stand in an address; different names stay different. */
export const addressableName = (name: string): string =>
  name.replace(/[%\uff05\ufe6a]/g, (sign) =>
    sign === "%" ? PERCENT : sign === PERCENT ? FULL_WIDTH_PERCENT : SMALL_PERCENT
  )

/**
 * Equal for names of files that programs take for the same: of another case, with accents apart (macOS), or as they stand in
 * an address (`a%20b`).
 */
export const alikeName = (name: string): string =>
  decodedUri(name.replace(/\uff05|\ufe6a[ab]/g, "%"))
    .normalize("NFC")
    .toLowerCase()
