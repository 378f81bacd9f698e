import { decodedUri } from "./DecodedUri.ts"

/** Replaces `%` in a name that becomes part of a URL, because the server rejects URLs that contain `%25`. */
export const PERCENT = "\uff05"
/**
 * Replaces a full-width percent sign that is already part of the name. Without this replacement, `100%` and its
 * full-width spelling would get the same URL.
 */
export const FULL_WIDTH_PERCENT = "\ufe6aa"
/** Replaces a small percent sign that is already part of the name. */
export const SMALL_PERCENT = "\ufe6ab"

/** Replaces the percent signs of a name, so that the name can be part of a URL. Different names stay different. */
export const addressableName = (name: string): string =>
  name.replace(/[%\uff05\ufe6a]/g, (sign) =>
    sign === "%" ? PERCENT : sign === PERCENT ? FULL_WIDTH_PERCENT : SMALL_PERCENT
  )

/**
 * Returns a comparison key for file names. Names that programs treat as the same have the same key: they differ only in
 * case, in decomposed accents (macOS), or in URL encoding (`a%20b`).
 */
export const alikeName = (name: string): string =>
  decodedUri(name.replace(/\uff05|\ufe6a[ab]/g, "%"))
    .normalize("NFC")
    .toLowerCase()
