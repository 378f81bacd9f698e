import { type Alternative, type Classification, CLASSIFIER_VERSION, type Library } from "./Classification.ts"
import { readDisc } from "./decide/disc.ts"
import { readEpisode } from "./decide/episode.ts"
import { readExtra } from "./decide/extra.ts"
import { readIgnored } from "./decide/ignored.ts"
import { readMovie, readVideo } from "./decide/movie.ts"
import type { Reading } from "./decide/Reading.ts"
import { readStated } from "./decide/stated.ts"
import { type Tree, treeOf, type VideoFile } from "./tree/Tree.ts"

/** Classifies a file only by its name and folders: as a copied disc, an extra, an episode, a movie or, if nothing else matches, a plain video. */
const byName = (tree: Tree, file: VideoFile): Reading => {
  const { videosAs } = tree.library
  if (videosAs === "videos") return readVideo(file)
  return (
    (videosAs === "series" ? null : readDisc(tree, file)) ??
    readExtra(tree, file) ??
    (videosAs === "movies" ? null : readEpisode(tree, file)) ??
    (videosAs === "series" ? null : readMovie(tree, file)) ??
    readVideo(file)
  )
}

/** Returns alternative readings that the user can choose with one click. Empty if `chosen` has high confidence. */
const alternativesOf = (tree: Tree, file: VideoFile, chosen: Reading): ReadonlyArray<Alternative> => {
  if (chosen.confidence >= 0.9) return []
  const others = [
    chosen.role === "episode" ? null : readEpisode(tree, file),
    chosen.role === "movie" ? null : readMovie(tree, file),
    chosen.role === "video" ? null : readVideo(file)
  ]
  return others.flatMap((other) =>
    other === null ? [] : [{ role: other.role, facts: other.facts, rule: other.rule }]
  )
}

const nameFor = (tree: Tree, file: VideoFile, role: Reading["role"]): Reading | null => {
  if (role === "episode") return readEpisode(tree, file)
  if (role === "movie") return readMovie(tree, file) ?? readVideo(file)
  return role === "extra" ? (readExtra(tree, file) ?? readVideo(file)) : readVideo(file)
}

const decide = (tree: Tree, file: VideoFile): Reading => {
  const { nfo, override } = file.known
  if (override !== undefined)
    return readStated(file, override, "override", nameFor(tree, file, override.role))
  const ignored = readIgnored(file)
  if (ignored !== null) return ignored
  if (nfo !== undefined) return readStated(file, nfo, "nfo", nameFor(tree, file, nfo.role))
  return byName(tree, file)
}

const classified = (tree: Tree, file: VideoFile): Classification => {
  const reading = decide(tree, file)
  return {
    path: file.path,
    role: reading.role,
    facts: reading.facts,
    proof: reading.proof,
    alternatives: alternativesOf(tree, file, reading),
    confidence: reading.confidence,
    version: CLASSIFIER_VERSION
  }
}

/**
 * Classifies a video file by its path and its `siblings`, which are the other files in its folder and in the folder of
 * its series. Pure: the same arguments give the same result.
 */
export const classify = (path: string, siblings: ReadonlyArray<string>, library: Library): Classification => {
  const tree = treeOf([path === "" ? "/" : path, ...siblings], library, path === "" ? "/" : path)
  return classified(tree, tree.videos[0]!)
}

/** Classifies all videos in a list of paths. All other paths in the list are siblings of each video. */
export const classifyTree = (paths: Iterable<string>, library: Library): ReadonlyArray<Classification> => {
  const tree = treeOf(paths, library)
  return tree.videos.map((file) => classified(tree, file))
}
