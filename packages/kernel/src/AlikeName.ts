import { decodedUri } from "./DecodedUri.ts"

/** A percent sign in a name that stands in an address: the server takes no address with `%25` in it. */
export const PERCENT = "\uff05"

/**
 * Equal for names of files that programs take for the same: of another case, with accents apart (macOS), or as they stand in
 * an address (`a%20b`).
 */
export const alikeName = (name: string): string =>
  decodedUri(name.replaceAll(PERCENT, "%")).normalize("NFC").toLowerCase()
