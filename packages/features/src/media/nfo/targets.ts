import { type Artwork, type ArtworkFolder, artworkOf } from "@media/nfo/ArtworkNames"
import type { NfoKind, PictureKind } from "@media/nfo/NfoFields"
import type { ArtworkFile } from "./artworkFiles.ts"
import type { NfoFile } from "./files.ts"

/** A video, with its location on disk. */
export interface DescribedVideo {
  readonly id: string
  readonly rootPath: string
  readonly path: string
  readonly role: string | null
  readonly seasonId: string | null
  readonly seriesId: string | null
  readonly season: number | null
  /** The absolute path of the series folder. Null if only the file name contains the name of the series. */
  readonly seriesFolder: string | null
}

/** A picture next to the media files of an item. */
export interface LocalPicture {
  readonly of: "video" | "season" | "series"
  readonly rootId: string
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

/** The NFO file and the pictures that describe an item. */
export interface Description {
  readonly id: string
  readonly nfo: NfoFile | undefined
  /** The season title in the NFO file of the series. */
  readonly seasonTitle: string | undefined
  readonly artwork: Readonly<Partial<Record<PictureKind, LocalPicture>>>
  /** The location of the item's NFO file, which may not exist yet. Null for items that cannot have an NFO file. */
  readonly target: NfoTarget | null
}

interface NfoTarget {
  readonly rootPath: string
  /** The path relative to the root. */
  readonly path: string
  readonly kind: NfoKind
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)
const stemOf = (name: string): string => name.replace(/\.[^.]+$/, "").toLowerCase()
const absolute = ({ path, rootPath }: { readonly path: string; readonly rootPath: string }) =>
  `${rootPath}/${path}`

/**
 * Returns the location where an item's NFO file is written: the existing file, or else `path`. Null if `path` is not
 * inside the root.
 */
const targetAt = (
  nfo: NfoFile | undefined,
  kind: NfoKind,
  rootPath: string,
  path: string | undefined
): NfoTarget | null => {
  if (nfo !== undefined) return { rootPath: nfo.rootPath, path: nfo.path, kind }
  return path?.startsWith(`${rootPath}/`) === true
    ? { rootPath, path: path.slice(rootPath.length + 1), kind }
    : null
}

const grouped = <A>(all: ReadonlyArray<A>, keyOf: (each: A) => string | null) => {
  const groups = new Map<string, Array<A>>()
  for (const each of all) {
    const key = keyOf(each)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [each])
    else group.push(each)
  }
  return groups
}

const commonest = (values: ReadonlyArray<string | null>): string | null => {
  const counts = grouped(
    values.filter((value) => value !== null),
    (value) => value
  )
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}

/**
 * True for videos that are works of their own. Versions, parts and extras belong to another work, so NFO files and
 * pictures next to them are ignored.
 */
const isWork = ({ role }: DescribedVideo): boolean =>
  role === "movie" || role === "episode" || role === "video"

type Found = Artwork & { readonly file: ArtworkFile; readonly stem: string }

const best = (of: LocalPicture["of"], found: ReadonlyArray<Found>): Description["artwork"] => {
  const pictures: Partial<Record<PictureKind, LocalPicture>> = {}
  for (const { file, kind } of found.toSorted((a, b) => a.order - b.order))
    pictures[kind] ??= { of, rootId: file.rootId, path: file.path, size: file.size, mtimeMs: file.mtimeMs }
  return pictures
}

/**
 * The root elements of NFO files, keyed by the role of the video. A plain video gets no NFO file, because the file
 * would turn the video into a movie.
 */
const nfoKinds: Readonly<Record<string, NfoKind>> = { movie: "movie", episode: "episodedetails" }

/** Finds the folders of the series and seasons of a library. */
const foldersOf = (videos: ReadonlyArray<DescribedVideo>) => {
  const works = videos.filter(isWork)
  const byFolder = grouped(videos, (video) => folderOf(absolute(video)))
  const series = new Map<string, string>()
  const seasons = new Map<string, string>()
  for (const [id, episodes] of grouped(works, ({ seriesId }) => seriesId)) {
    const folder = commonest(episodes.map(({ seriesFolder }) => seriesFolder))
    if (folder !== null) series.set(folder, id)
  }
  for (const [folder, all] of byFolder) {
    const ids = new Set(all.filter(isWork).map(({ seasonId }) => seasonId))
    const [id] = ids
    if (ids.size === 1 && id != null && !series.has(folder)) seasons.set(folder, id)
  }
  const kindOf = (folder: string): ArtworkFolder => {
    if (series.has(folder)) return "series"
    if (seasons.has(folder)) return "season"
    const here = (byFolder.get(folder) ?? []).filter(isWork)
    return here.length === 1 ? "movie" : "mixed"
  }
  return { byFolder, series, seasons, kindOf }
}

type Folders = ReturnType<typeof foldersOf>

const artworkIn = (files: ReadonlyArray<ArtworkFile>, { byFolder, kindOf }: Folders) => {
  const found = new Map<string, Array<Found>>()
  const add = (key: string, picture: Found) => found.set(key, [...(found.get(key) ?? []), picture])
  for (const file of files) {
    const own = folderOf(absolute(file))
    const isInMetadata = nameOf(own).toLowerCase() === "metadata"
    const folder = isInMetadata ? folderOf(own) : own
    const stems = new Set((byFolder.get(folder) ?? []).map(({ path }) => stemOf(nameOf(path))))
    const picture = artworkOf(nameOf(file.path), { folder: kindOf(folder), stems, isInMetadata })
    if (picture === null) continue
    const stem = stemOf(nameOf(file.path))
    if (picture.of === "folder") add(folder, { ...picture, file, stem })
    else if (picture.of !== "video") add(`${folder} season ${picture.of.season}`, { ...picture, file, stem })
    else
      for (const each of stems)
        if (stem === each || stem.startsWith(`${each}-`)) add(`${folder}/${each}`, { ...picture, file, stem })
  }
  return (key: string): ReadonlyArray<Found> => found.get(key) ?? []
}

/** Finds the NFO file and the pictures of each video, season and series of a library by comparing file names. Pure. */
export const describedBy = (
  videos: ReadonlyArray<DescribedVideo>,
  nfoFiles: ReadonlyArray<NfoFile>,
  artworkFiles: ReadonlyArray<ArtworkFile>
): ReadonlyArray<Description> => {
  const folders = foldersOf(videos)
  const nfo = new Map(nfoFiles.map((file) => [absolute(file).toLowerCase(), file]))
  const artwork = artworkIn(artworkFiles, folders)
  const nfoAt = (path: string, ...kinds: ReadonlyArray<NfoFile["kind"]>): NfoFile | undefined => {
    const file = nfo.get(path.toLowerCase())
    return file !== undefined && kinds.includes(file.kind) ? file : undefined
  }
  const ofVideos = videos.filter(isWork).map((video): Description => {
    const folder = folderOf(absolute(video))
    const own = `${folder}/${nameOf(video.path).replace(/\.[^.]+$/, "")}`
    const isAlone = folders.kindOf(folder) === "movie"
    const found = artwork(`${folder}/${stemOf(nameOf(video.path))}`)
    const nfo =
      nfoAt(`${own}.nfo`, "movie", "episodedetails", null) ??
      (isAlone ? nfoAt(`${folder}/movie.nfo`, "movie") : undefined)
    const kind = nfoKinds[video.role ?? ""]
    return {
      id: video.id,
      nfo,
      target: kind === undefined ? null : targetAt(nfo, kind, video.rootPath, `${own}.nfo`),
      seasonTitle: undefined,
      artwork: best("video", isAlone ? [...found, ...artwork(folder)] : found)
    }
  })
  const rootOf = new Map(videos.map((video) => [video.seriesId, video.rootPath]))
  const ofSeries = [...folders.series].map(([folder, id]): Description => {
    const nfo = nfoAt(`${folder}/tvshow.nfo`, "tvshow")
    return {
      ...{ id, nfo, seasonTitle: undefined },
      target: targetAt(nfo, "tvshow", rootOf.get(id) ?? "", `${folder}/tvshow.nfo`),
      artwork: best("series", artwork(folder))
    }
  })
  const seriesFolders = new Map([...folders.series].map(([folder, id]) => [id, folder]))
  const folderOfSeason = new Map([...folders.seasons].map(([folder, id]) => [id, folder]))
  const seasons = grouped(videos.filter(isWork), ({ seasonId }) => seasonId)
  const ofSeasons = [...seasons].map(([id, [episode]]): Description => {
    const own = folderOfSeason.get(id)
    const above = seriesFolders.get(episode!.seriesId ?? "")
    const titles =
      above === undefined ? [] : (nfoAt(`${above}/tvshow.nfo`, "tvshow")?.fields.seasonTitles ?? [])
    const nfo = own === undefined ? undefined : nfoAt(`${own}/season.nfo`, "season")
    return {
      id,
      nfo,
      target: targetAt(nfo, "season", episode!.rootPath, own === undefined ? undefined : `${own}/season.nfo`),
      seasonTitle: titles.find(({ number }) => number === episode!.season)?.title,
      artwork: best("season", [
        ...(own === undefined ? [] : artwork(own)),
        ...(above === undefined ? [] : artwork(`${above} season ${episode!.season}`))
      ])
    }
  })
  return [...ofVideos, ...ofSeries, ...ofSeasons]
}
