const discFolder = /^(?:cd|disc|disk|dvd|vinyl)[ _.-]*(\d{1,3})\s*(?:[-\u2013:([]|$)/iu

const discOfName =
  /^(.*\S)(?:\s*[([](?:cd|dis[ck])[ ._-]*(\d{1,2})(?:\s*[:,–-][^()[\]]*)?[)\]]|\s*[,:–-]\s*(?:cd|dis[ck])[ ._-]*(\d{1,2}))$/iu
/** Maximum length of an album name with a disc number. The pattern is not applied to longer text. */
const LONGEST_NAME = 500

/**
 * Returns the album and the disc number in names such as `White Album (Disc 1)`, `White Album [CD2: Live]` and `White
 * Album - Disc 2`.
 */
export const albumAndDisc = (
  name: string | null
): { readonly album: string | null; readonly disc: number | null } => {
  const match = name === null || name.length > LONGEST_NAME ? null : discOfName.exec(name.trim())
  const disc = Number(match?.[2] ?? match?.[3] ?? 0)
  return match === null || disc === 0 ? { album: name, disc: null } : { album: match[1]!, disc }
}

/**
 * Returns the disc number of a folder such as `CD 2`, `disc-1` or `CD1 - The Early Years`. Returns undefined for other
 * folders.
 */
export const discOfFolder = (name: string): number | undefined => {
  const digits = discFolder.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
