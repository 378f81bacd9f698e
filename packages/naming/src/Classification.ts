/** The kind of work that a video file is. `ignored` files are in no list at all. */
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
  /** The folder of the series, or null if the names of the files alone tell the series. */
  readonly folder: string | null
}

export interface Facts {
  /** The title of the movie, video or extra; of an episode its own title, often empty. */
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
  /** "Director's Cut": the words that tell a version from the others. */
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
  /** Of the rules: `CLASSIFIER_VERSION`. */
  readonly version: number
}

/** Facts that an NFO file or a person states; they win over the name. */
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

/** Whatever the caller knows of a file besides its name. */
export interface Known {
  /** In bytes. */
  readonly size?: number
  /** Lines of the picture. */
  readonly height?: number
  readonly override?: Stated
  readonly nfo?: Stated
}

export interface Library {
  /** The root folders, absolute. Folders above them say nothing. */
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

/** Rises whenever a name may be read differently than before. */
export const CLASSIFIER_VERSION = 1
