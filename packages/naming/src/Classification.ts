/** The kind of work that a video file is. `ignored` files appear in no list. */
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

/** Ids in databases by name: `{ imdb: "tt0133093", tmdb: "603" }`. */
export type Ids = Readonly<Record<string, string>>

export interface SeriesFacts {
  readonly title: string
  readonly year: number | null
  readonly ids: Ids
  /** The folder of the series. Null if only the names of the files name the series. */
  readonly folder: string | null
}

export interface Facts {
  /** The title of the movie, video, extra or episode. The title of an episode is often empty. */
  readonly title: string
  readonly year: number | null
  readonly ids: Ids
  readonly series: SeriesFacts | null
  readonly season: number | null
  readonly episode: number | null
  readonly episodeEnd: number | null
  readonly absolute: number | null
  /** A calendar day, "2018-03-24". */
  readonly airDate: string | null
  /** The number of a part: "CD1", "Part 2". */
  readonly part: number | null
  /** The words that distinguish a version from the others: "Director's Cut". */
  readonly edition: string | null
  readonly extraType: ExtraType | null
}

export interface Proof {
  /** The file or folder name that contains the text. */
  readonly segment: string
  /** Offsets in the path: `path.slice(start, end) === text`. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly rule: string
  /** Plain English: "season 1, episode 2". */
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
  /** 0 to 1. */
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

/** Facts about a file that the caller knows in addition to its name. */
export interface Known {
  /** In bytes. */
  readonly size?: number
  /** In pixels. */
  readonly height?: number
  readonly override?: Stated
  readonly nfo?: Stated
}

export interface Library {
  /** The root folders, absolute. The names of folders above them are ignored. */
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

/** Increased with every change that may classify a name differently. */
export const CLASSIFIER_VERSION = 2
