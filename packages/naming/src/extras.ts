import type { ExtraType } from "./Classification.ts"

const folders: Readonly<Record<string, ExtraType>> = {
  trailer: "trailer",
  trailers: "trailer",
  "behind the scenes": "behindTheScenes",
  "deleted scenes": "deletedScene",
  interviews: "interview",
  interview: "interview",
  scenes: "scene",
  samples: "sample",
  sample: "sample",
  shorts: "short",
  featurettes: "featurette",
  featurette: "featurette",
  clips: "clip",
  backdrops: "themeVideo",
  "theme music": "themeSong",
  extras: "other",
  extra: "other",
  other: "other",
  others: "other",
  bonus: "other"
}

const suffixes: Readonly<Record<string, ExtraType>> = {
  trailer: "trailer",
  behindthescenes: "behindTheScenes",
  deleted: "deletedScene",
  deletedscene: "deletedScene",
  featurette: "featurette",
  interview: "interview",
  scene: "scene",
  short: "short",
  clip: "clip",
  sample: "sample",
  extra: "other",
  other: "other"
}

/** Returns the type of the extras in a folder with this name. Null if the name is not a name for extras. */
export const extraFolder = (name: string): ExtraType | null => {
  const key = name.trim().toLowerCase().replace(/[._-]/g, " ")
  return Object.hasOwn(folders, key) ? folders[key]! : null
}

export interface ExtraSuffix {
  readonly type: ExtraType
  readonly start: number
  readonly end: number
}

/**
 * Matches `-trailer`, `.trailer`, `_trailer`, ` - trailer2` at the end. Words that may also end a title count only after a dash.
 */
const suffix =
  /(?:(?<=\S)[-._]|\s-\s?)(trailer|behindthescenes|deleted(?:scene)?|featurette|interview|scene|short|clip|sample|extra|other)[\s_]?(\d{0,2})$/i
const needsDash = /^(?:deleted|interview|scene|short|clip|extra|other)$/i

/** Matches `[Group] Name - NCOP1`, `Creditless Ending`: openings and endings without credits. */
const creditless =
  /(?<=[\s_.\-[(]|^)(?:nc[\s_]?(?:op|ed)|(?:creditless|clean|textless)[\s_.](?:op(?:ening)?|ed|ending))[\s_]?\d{0,2}[a-z]?(?:v\d)?(?=$|[\s_.\-\])(])/i

export const creditlessIn = (stem: string): ExtraSuffix | null => {
  const match = creditless.exec(stem)
  return match === null ? null : { type: "other", start: match.index, end: match.index + match[0].length }
}

export const extraSuffix = (stem: string): ExtraSuffix | null => {
  const match = suffix.exec(stem)
  if (match === null) return null
  const word = match[1]!.toLowerCase()
  if (needsDash.test(word) && !match[0].trimStart().startsWith("-")) return null
  return { type: suffixes[word]!, start: match.index, end: match.index + match[0].length }
}
