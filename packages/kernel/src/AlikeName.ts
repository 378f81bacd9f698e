import { decodedUri } from "./DecodedUri.ts"

/** Replaces a percent sign in a name that is part of a URL, because the server rejects URLs with `%25`. */
export const PERCENT = "\uff05"
/**
 * Replaces a full-width percent sign in the name itself, so that `100%` and its full-width spelling remain different
 * names.
 */
export const FULL_WIDTH_PERCENT = "\ufe6aa"
/** Replaces a small percent sign in the name itself. */
export const SMALL_PERCENT = "\ufe6ab"

/** A name whose percent signs are safe in a URL. Different names stay different. */
export const addressableName = (name: string): string =>
  name.replace(/[%\uff05\ufe6a]/g, (sign) =>
    sign === "%" ? PERCENT : sign === PERCENT ? FULL_WIDTH_PERCENT : SMALL_PERCENT
  )

/**
 * Equal for file names that programs treat as the same: different case, decomposed accents (macOS), or URL-encoded
 * (`a%20b`).
 */
export const alikeName = (name: string): string =>
  decodedUri(name.replace(/\uff05|\ufe6a[ab]/g, "%"))
    .normalize("NFC")
    .toLowerCase()
