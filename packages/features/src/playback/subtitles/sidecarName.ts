import { languageOf } from "./language.ts"
import type { TextFormat } from "./text/ReadSubtitles.ts"

/** The properties of subtitles that are stated in their file name. */
export interface SidecarName {
  readonly format: TextFormat
  readonly language: string | null
  readonly isDefault: boolean
  readonly isForced: boolean
  /** True for subtitles for the hard of hearing, which also describe sounds and speakers. */
  readonly isHearingImpaired: boolean
  /** Other words in the name, such as "Commentary". */
  readonly title: string | null
}

export const sidecarEnding = /\.(srt|vtt|ass|ssa)$/i

const forced = /^(?:forced|foreign)$/i
const hearingImpaired = /^(?:sdh|cc|hoh)$/i

/** Names of folders next to a video that may contain its subtitles, as in scene releases. */
export const subtitleFolders: ReadonlyArray<string> = [
  "Subs",
  "subs",
  "SUBS",
  "Subtitles",
  "subtitles",
  "Sub",
  "sub"
]

/** Parses the part between the video's name and the extension: `.en.forced`, ` [eng] SDH`, `2_English`. */
export const readSidecarName = (rest: string, ending: string): SidecarName => {
  const words = rest.split(/[.\s_()[\],+]+/).filter((word) => word !== "")
  let language: string | undefined
  let [isDefault, isForced, isHearingImpaired] = [false, false, false]
  const others: Array<string> = []
  // Start with the last word, because the language and the flags usually follow the title.
  for (const word of words.toReversed()) {
    if (forced.test(word)) isForced = true
    else if (/^default$/i.test(word)) isDefault = true
    else if (hearingImpaired.test(word)) isHearingImpaired = true
    else {
      const found = languageOf(word)
      // `hi` means Hindi. If the name also contains another language, it means "hearing impaired".
      if (
        found === "hi" &&
        language === undefined &&
        words.some((each) => each !== word && languageOf(each) !== undefined)
      )
        isHearingImpaired = true
      else if (found !== undefined && language === undefined) language = found
      else others.unshift(word)
    }
  }
  const title = others
    .filter((word) => !/^\d{1,2}$/.test(word))
    .join(" ")
    .slice(0, 100)
    .toWellFormed()
  return {
    format: ending.toLowerCase() as TextFormat,
    language: language ?? null,
    isDefault,
    isForced,
    isHearingImpaired,
    title: title === "" ? null : title
  }
}

/** A path relative to the root, with `/` as the separator. */
export interface PlacedFile {
  readonly path: string
}

const splitPath = (path: string): readonly [folder: string, name: string] => {
  const slash = path.lastIndexOf("/")
  return slash < 0 ? ["", path] : [path.slice(0, slash), path.slice(slash + 1)]
}
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, "")
const isSubtitleFolder = (name: string): boolean => subtitleFolders.includes(name)

/**
 * Returns the part of a name that follows the name of the video. Undefined if the name begins differently, or if this
 * part starts in the middle of a word.
 */
const restAfter = (name: string, stem: string): string | undefined => {
  if (!name.toLowerCase().startsWith(stem.toLowerCase())) return undefined
  const rest = name.slice(stem.length)
  return rest === "" || /^[.\s_\-([]/.test(rest) ? rest : undefined
}

const longest = <V extends PlacedFile>(videos: ReadonlyArray<V>, name: string) => {
  let best: { video: V; rest: string } | undefined
  for (const video of videos) {
    const rest = restAfter(name, stemOf(splitPath(video.path)[1]))
    if (rest !== undefined && (best === undefined || rest.length < best.rest.length)) best = { video, rest }
  }
  return best
}

export interface Matched<V, S> {
  readonly video: V
  readonly file: S
  readonly name: SidecarName
}

/**
 * Assigns each subtitle file to a video by name. The subtitle file may be in three places:
 * - in the folder of the video: `Name.en.srt`
 * - in a subtitle folder: `Subs/Name.en.srt`, or `Subs/English.srt` if there is only one video
 * - in a subfolder with the name of the video: `Subs/Name/2_English.srt`
 *
 * The longest matching name is used: `Name.2.en.srt` belongs to `Name.2.mkv`, not to `Name.mkv`.
 */
export const matchSidecars = <V extends PlacedFile, S extends PlacedFile>(
  videos: ReadonlyArray<V>,
  files: ReadonlyArray<S>
): ReadonlyArray<Matched<V, S>> => {
  const byFolder = new Map<string, Array<V>>()
  for (const video of videos) {
    const [folder] = splitPath(video.path)
    const there = byFolder.get(folder)
    if (there === undefined) byFolder.set(folder, [video])
    else there.push(video)
  }
  return files.flatMap((file): ReadonlyArray<Matched<V, S>> => {
    const [folder, full] = splitPath(file.path)
    const ending = sidecarEnding.exec(full)?.[1]
    if (ending === undefined) return []
    const name = full.slice(0, -ending.length - 1)
    const match = (video: V, rest: string) => [{ video, file, name: readSidecarName(rest, ending) }]
    const adjacent = longest(byFolder.get(folder) ?? [], name)
    if (adjacent !== undefined) return match(adjacent.video, adjacent.rest)
    const [parent, own] = splitPath(folder)
    if (folder !== "" && isSubtitleFolder(own)) {
      const above = byFolder.get(parent) ?? []
      const named = longest(above, name)
      if (named !== undefined) return match(named.video, named.rest)
      return above.length === 1 ? match(above[0]!, name) : []
    }
    const [grandparent, between] = splitPath(parent)
    if (parent === "" || !isSubtitleFolder(between)) return []
    const named = (byFolder.get(grandparent) ?? []).find(({ path }) => stemOf(splitPath(path)[1]) === own)
    if (named === undefined) return []
    return match(named, restAfter(name, stemOf(splitPath(named.path)[1])) ?? name)
  })
}
