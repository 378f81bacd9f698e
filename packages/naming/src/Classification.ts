/** The kind of content in a video file. `ignored` files do not appear anywhere in the library. */
export type Role = "movie" | "episode" | "video" | "extra" | "ignored"

export type ExtraType =
  | "trailer"
  | "behindTheScenes"
  | "deletedScene"
  | "interview"
  | "scene"
  | "sample"
  | "short"
  | "featurette"
  | "clip"
  | "themeVideo"
  | "themeSong"
  | "other"

/** Ids of a work, keyed by database: `{ imdb: "tt0133093", tmdb: "603" }`. */
export type Ids = Readonly<Record<string, string>>

export interface SeriesFacts {
  readonly title: string
  readonly year: number | null
  readonly ids: Ids
  /** Path of the series folder. Null if only the file names contain the title of the series. */
  readonly folder: string | null
}

export interface Facts {
  /** The title of the movie, video, extra or episode. Often empty for episodes. */
  readonly title: string
  readonly year: number | null
  readonly ids: Ids
  readonly series: SeriesFacts | null
  readonly season: number | null
  readonly episode: number | null
  readonly episodeEnd: number | null
  readonly absolute: number | null
  /** Date of the broadcast, such as "2018-03-24". */
  readonly airDate: string | null
  /** Part number of a work in several files: 1 for "CD1", 2 for "Part 2". */
  readonly part: number | null
  /** Words that distinguish this version of the work from other versions: "Director's Cut". */
  readonly edition: string | null
  readonly extraType: ExtraType | null
}

export interface Proof {
  /** The file or folder name in which the text was found. */
  readonly segment: string
  /** Offsets in the segment: `segment.slice(start, end) === text`. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly rule: string
  /** The meaning of `text` in words, such as "season 1, episode 2". */
  readonly means: string
}

export interface Alternative {
  readonly role: Role
  readonly facts: Facts
  readonly rule: string
}

export interface Classification {
  readonly path: string
  readonly role: Role
  readonly facts: Facts
  readonly proof: ReadonlyArray<Proof>
  readonly alternatives: ReadonlyArray<Alternative>
  /** Certainty of the classification, from 0 to 1. */
  readonly confidence: number
  /** The version of the rules: `CLASSIFIER_VERSION`. */
  readonly version: number
}

/** Facts from an NFO file or a user, which take precedence over the name. */
export interface Stated {
  readonly role: Exclude<Role, "ignored">
  readonly title?: string
  readonly year?: number
  readonly ids?: Ids
  readonly seriesTitle?: string
  readonly season?: number
  readonly episode?: number
  readonly episodeEnd?: number
  readonly extraType?: ExtraType
}

/** Facts about a file from sources other than its name. */
export interface Known {
  /** Size of the file in bytes. */
  readonly size?: number
  /** Height of the video in pixels. */
  readonly height?: number
  readonly override?: Stated
  readonly nfo?: Stated
}

export interface Library {
  /** The absolute paths of the root folders. The names of folders above them are ignored. */
  readonly roots: ReadonlyArray<string>
  readonly videosAs: "mixed" | "movies" | "series" | "videos"
  readonly known?: ReadonlyMap<string, Known>
}

export const noFacts: Facts = {
  title: "",
  year: null,
  ids: {},
  series: null,
  season: null,
  episode: null,
  episodeEnd: null,
  absolute: null,
  airDate: null,
  part: null,
  edition: null,
  extraType: null
}

/** Version of the rules. Must be increased with every change that may classify a name differently. */
export const CLASSIFIER_VERSION = 4
