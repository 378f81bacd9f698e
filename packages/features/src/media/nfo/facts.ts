import type { Stated } from "@media/naming/Classification"
import type { NfoAirs } from "@media/nfo/NfoFields"
import type { NfoFile } from "./files.ts"
import { classificationOf } from "./values.ts"

/** The air date of an episode, and the position of a special among the regular episodes. */
interface Airing {
  readonly airDate: string | null
  readonly airs: NfoAirs | null
}

interface VideoPath {
  readonly rootPath: string
  readonly path: string
}

const withoutEnding = (path: string): string => path.replace(/\.[^./]+$/, "")

/**
 * Returns the facts from a library's NFO files that are needed to classify its videos. NFO files are matched to videos
 * with the same name.
 */
export const nfoFactsOf = (files: ReadonlyArray<NfoFile>, videos: ReadonlyArray<VideoPath>) => {
  const byStem = new Map(
    files.map((file) => [withoutEnding(`${file.rootPath}/${file.path}`).toLowerCase(), file])
  )
  const ofVideos = new Map<string, Stated>()
  const airing = new Map<string, Airing>()
  for (const video of videos) {
    const path = `${video.rootPath}/${video.path}`
    const file = byStem.get(withoutEnding(path).toLowerCase())
    const stated = file === undefined ? undefined : classificationOf(file.kind, file.fields)
    if (stated !== undefined) ofVideos.set(path, stated)
    if (stated?.role === "episode")
      airing.set(path, { airDate: file?.fields.releaseDate ?? null, airs: file?.fields.airs ?? null })
  }
  return { ofVideos, airing, paths: files.map(({ path, rootPath }) => `${rootPath}/${path}`) }
}
