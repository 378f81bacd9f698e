import type { Classification, ExtraType, Known, Library } from "../Classification.ts"
import { movieKey, seriesKey, spanKey } from "../identity.ts"
import { foldedTitle } from "../path.ts"
import { labelOf } from "./label.ts"
import { type PartOf, partsIn } from "./parts.ts"
import { attachExtras, type SeriesExtra } from "./extras.ts"
import { gathered, separator } from "./paths.ts"
import { locationOf } from "./location.ts"
import { heightOf } from "./quality.ts"

/** A movie, an episode or a video, with all of its files. */
export interface Work {
  /** The video that appears in lists and counts. The user's state is stored for this video. */
  readonly primary: Classification
  readonly versions: ReadonlyArray<{ readonly path: string; readonly label: string }>
  /** Parts in order. The first part is the primary. Empty for a work in a single file. */
  readonly parts: ReadonlyArray<PartOf>
  readonly extras: ReadonlyArray<{ readonly path: string; readonly type: ExtraType }>
}

export interface Grouped {
  readonly works: ReadonlyArray<Work>
  readonly seriesExtras: ReadonlyArray<SeriesExtra>
  /** Extras for which the list contains no movie or series. */
  readonly unattached: ReadonlyArray<Classification>
}

interface Piece {
  readonly first: Classification
  readonly parts: ReadonlyArray<PartOf>
  readonly stem: string
  readonly folder: string
}

/**
 * True if the files are parts of one work. In a series, "Part 2" is an episode of its own, but `S01E09 Part 2` is a
 * part of an episode.
 */
const isOneWork = (files: ReadonlyArray<Classification>): boolean => {
  const spans = new Set(files.map(({ facts, role }) => (role === "episode" ? spanKey(facts) : "")))
  return spans.size === 1 && !spans.has(null)
}

/** Joins the files that are parts of one work. */
const piecesOf = (all: ReadonlyArray<Classification>): ReadonlyArray<Piece> =>
  [...gathered(all, (one) => `${one.role}\0${locationOf(one).folder}`).values()].flatMap((group) => {
    const byPath = new Map(group.map((one) => [one.path, one]))
    const found =
      group.length < 2 ? [] : partsIn(group.map((one) => ({ path: one.path, stem: locationOf(one).stem })))
    const parts = found.filter((set) => isOneWork(set.map(({ path }) => byPath.get(path)!)))
    const later = new Set(parts.flatMap((set) => set.slice(1).map(({ path }) => path)))
    const firsts = new Map(parts.map((set) => [set[0]!.path, set]))
    return [...byPath.values()]
      .filter(({ path }) => !later.has(path))
      .map((first) => ({
        first,
        parts: firsts.get(first.path) ?? [],
        ...locationOf(first)
      }))
  })

/**
 * Returns a key that identifies a work in a library. An episode is identified by its series and its episode numbers. A
 * movie is identified by its ids, or by its title and year. If these facts are missing and a file repeats the name of
 * its folder, the file is identified by the folder. Any other file is identified by its path.
 */
const workKey = ({ first: { facts, path, role }, folder, parts, stem }: Piece): string => {
  if (parts.length > 0) return `parts:${path}`
  if (role === "episode") {
    const span = spanKey(facts)
    return facts.series === null || span === null ? `file:${path}` : `${seriesKey(facts.series)}\0${span}`
  }
  if (role === "video") return `file:${path}`
  if (facts.year !== null || Object.keys(facts.ids).length > 0) return movieKey(facts)
  const name = folder.slice(separator(folder) + 1)
  const base = labelOf(stem).base
  return foldedTitle(base) === foldedTitle(name) || foldedTitle(stem) === foldedTitle(name)
    ? `folder:${folder}\0${foldedTitle(name)}`
    : `file:${path}`
}

const better =
  (known: ReadonlyMap<string, Known> | undefined) =>
  (a: Piece, b: Piece): number => {
    const height = (piece: Piece) => known?.get(piece.first.path)?.height ?? heightOf(piece.stem)
    const size = (piece: Piece) => known?.get(piece.first.path)?.size ?? 0
    return height(b) - height(a) || size(b) - size(a) || (a.first.path < b.first.path ? -1 : 1)
  }

const versionLabel = (piece: Piece): string =>
  piece.first.facts.edition ?? (labelOf(piece.stem).label || labelFromHeight(piece.stem))
const labelFromHeight = (stem: string): string => (heightOf(stem) === 0 ? "" : `${heightOf(stem)}p`)

/**
 * Merges groups of the same movie (equal title and year) if at least one of the groups has no id, because not every
 * file states an id.
 */
const joined = (groups: ReadonlyMap<string, Array<Piece>>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const byTitle = new Map<string, string>()
  const all = new Map([...groups].map(([key, pieces]) => [key, [...pieces]]))
  for (const [key, pieces] of groups)
    for (const { first } of pieces) {
      if (first.role !== "movie" || first.facts.year === null || !all.has(key)) continue
      const title = movieKey({ ...first.facts, ids: {} })
      const other = byTitle.get(title)
      if (other === undefined) byTitle.set(title, key)
      else if (other !== key && (key.startsWith("title:") || other.startsWith("title:"))) {
        all.get(other)!.push(...all.get(key)!)
        all.delete(key)
      }
    }
  return [...all.values()]
}

const makeWork =
  (library: Library) =>
  (pieces: ReadonlyArray<Piece>): Work => {
    const [primary, ...others] = pieces.toSorted(better(library.known))
    return {
      primary: primary!.first,
      parts: primary!.parts,
      versions: others.map((piece) => ({ path: piece.first.path, label: versionLabel(piece) })),
      extras: []
    }
  }

/**
 * Finds the files that are versions, parts and extras of other files. Pure, and independent of the order of the list.
 */
export const groupWorks = (all: ReadonlyArray<Classification>, library: Library): Grouped => {
  const sorted = all.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const main = sorted.filter(({ role }) => role !== "extra" && role !== "ignored")
  const works = joined(gathered(piecesOf(main), workKey)).map(makeWork(library))
  const { attached, seriesExtras, unattached } = attachExtras(
    works,
    sorted.filter(({ role }) => role === "extra")
  )
  return {
    works: works.map((work) => ({ ...work, extras: attached.get(work) ?? [] })),
    seriesExtras,
    unattached
  }
}
