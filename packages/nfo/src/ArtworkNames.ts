import type { PictureKind } from "./NfoFields.ts"

/**
 * The kind of folder that contains a picture: a folder of a single movie, of several videos, of a series or of a
 * season.
 */
export type ArtworkFolder = "movie" | "mixed" | "series" | "season"

export interface Artwork {
  readonly kind: PictureKind
  /** The owner of the picture: the video with the same stem, a season of the series, or the whole folder. */
  readonly of: "video" | "folder" | { readonly season: number }
  /** If a folder contains several pictures of one kind, the picture with the lowest order is used. */
  readonly order: number
}

const posters = ["poster", "folder", "cover", "default", "movie", "show"]
const backdrops = ["fanart", "backdrop", "background", "art"]
const others: Readonly<Record<string, PictureKind>> = {
  logo: "logo",
  clearlogo: "logo",
  banner: "banner",
  landscape: "thumb",
  thumb: "thumb"
}

const image = /^(.{1,1000})\.(?:jpe?g|png|webp|avif)$/is
const numbered = /^(fanart|backdrop|background|art)[-_ ]?(\d{1,3})$/
const ofSeason = /^season(?:[-_ ]?(\d{1,4})|-(specials)|-(all))-(poster|banner|fanart|landscape|thumb)$/
const suffix = /^-(poster|cover|fanart|backdrop|thumb|landscape|banner|logo|clearlogo)(\d{0,3})$/

const kindOf = (word: string): PictureKind => {
  if (posters.includes(word)) return "poster"
  return backdrops.includes(word) ? "backdrop" : (others[word] ?? "thumb")
}

const inFolder = (name: string, folder: ArtworkFolder): Artwork | null => {
  if (folder === "mixed") return null
  const poster = posters.indexOf(name)
  const isOfOther = (name === "show" && folder !== "series") || (name === "movie" && folder !== "movie")
  if (poster >= 0 && !isOfOther) return { kind: "poster", of: "folder", order: poster }
  const [, word = name, number = "0"] = numbered.exec(name) ?? []
  const backdrop = backdrops.indexOf(word)
  if (backdrop >= 0) return { kind: "backdrop", of: "folder", order: 1_000 * backdrop + Number(number) }
  return Object.hasOwn(others, name) ? { kind: others[name]!, of: "folder", order: 0 } : null
}

const inSeries = (name: string): Artwork | null => {
  const [, number, specials, , word] = ofSeason.exec(name) ?? []
  if (word === undefined || (number === undefined && specials === undefined)) return null
  return { kind: kindOf(word), of: { season: Number(number ?? 0) }, order: 0 }
}

/** Returns a picture that belongs to the video next to it: `<stem>-poster`, or just `<stem>` for an episode. */
const ofVideo = (name: string, stems: ReadonlySet<string>, isEpisode: boolean): Artwork | null => {
  if (stems.has(name)) return { kind: isEpisode ? "thumb" : "poster", of: "video", order: 9 }
  const dash = name.lastIndexOf("-")
  const [, word, number = ""] = suffix.exec(dash < 0 ? "" : name.slice(dash)) ?? []
  if (word === undefined || !stems.has(name.slice(0, dash))) return null
  return { kind: kindOf(word), of: "video", order: Number(number || 0) }
}

export interface ArtworkLocation {
  readonly folder: ArtworkFolder
  /**
   * The stems of the videos in the folder, in lower case. For a picture in the folder `metadata`, these are the stems
   * in the parent folder.
   */
  readonly stems: ReadonlySet<string>
  readonly isInMetadata?: boolean
}

/** Returns the kind and the owner of a picture next to videos, based on its name. Returns null for an unknown name. */
export const artworkOf = (
  fileName: string,
  { folder, isInMetadata, stems }: ArtworkLocation
): Artwork | null => {
  const [, stem] = image.exec(fileName) ?? []
  if (stem === undefined) return null
  const name = stem.toLowerCase()
  const isEpisode = folder === "season" || folder === "series"
  const video = ofVideo(name, stems, isEpisode || isInMetadata === true)
  if (video !== null || isInMetadata === true) return video
  return inFolder(name, folder) ?? (folder === "series" ? inSeries(name) : null)
}
