export type NfoKind = "movie" | "tvshow" | "season" | "episodedetails"

export type CreditRole = "actor" | "director" | "writer" | "producer" | "guest" | "other"

export interface NfoCredit {
  readonly name: string
  readonly role: CreditRole
  readonly character?: string
  /** The profession for the role `other`, such as "Lyricist". */
  readonly job?: string
  readonly order: number
  /** The URL of a portrait of the person. */
  readonly picture?: string
}

export type PictureKind = "poster" | "backdrop" | "logo" | "banner" | "thumb"

export interface NfoPicture {
  readonly kind: PictureKind
  readonly url: string
  readonly season?: number
}

export interface NfoAirs {
  readonly beforeSeason?: number
  readonly beforeEpisode?: number
  readonly afterSeason?: number
}

export interface NfoSegment {
  readonly episode: number
  readonly title?: string
  readonly overview?: string
  readonly airDate?: string
  readonly runtime?: number
}

/** The fields that an NFO file states. All other fields are absent. */
export interface NfoFields {
  readonly title?: string
  readonly originalTitle?: string
  readonly sortTitle?: string
  readonly overview?: string
  readonly tagline?: string
  /** The release day, such as "2019-08-06". */
  readonly releaseDate?: string
  readonly year?: number
  readonly ended?: string
  /** The time as "2019-08-06T09:01:18", in the local time of the program that wrote it. */
  readonly added?: string
  readonly runtimeMinutes?: number
  readonly contentRating?: string
  /** From 0 to 100, like all ratings in this project. */
  readonly communityRating?: number
  readonly userRating?: number
  readonly genres?: ReadonlyArray<string>
  readonly studio?: string
  readonly tags?: ReadonlyArray<string>
  readonly countries?: ReadonlyArray<string>
  readonly set?: { readonly name: string; readonly id?: string }
  readonly credits?: ReadonlyArray<NfoCredit>
  readonly externalIds?: Readonly<Record<string, string>>
  readonly showTitle?: string
  readonly season?: number
  readonly episode?: number
  readonly episodeEnd?: number
  readonly airs?: NfoAirs
  readonly segments?: ReadonlyArray<NfoSegment>
  readonly seasonTitles?: ReadonlyArray<{ readonly number: number; readonly title: string }>
  readonly status?: "continuing" | "ended"
  readonly displayOrder?: "aired" | "absolute" | "dvd"
  readonly watched?: boolean
  readonly playCount?: number
  readonly lastPlayed?: string
  readonly positionSeconds?: number
  readonly pictures?: ReadonlyArray<NfoPicture>
  readonly trailers?: ReadonlyArray<string>
  /** True if every field counts as edited by the user. */
  readonly isLocked?: true
  /** Names of fields of an item that count as edited by the user. */
  readonly lockedFields?: ReadonlyArray<string>
}

export interface NfoProblem {
  readonly code: "too-large" | "malformed" | "encoding" | "doctype" | "no-known-root"
  readonly message: string
}

export interface Nfo {
  /**
   * The kind of the root element, or null for a file without a known root element. URLs in such a file may still
   * contain ids.
   */
  readonly root: NfoKind | null
  readonly fields: NfoFields
  readonly problems: ReadonlyArray<NfoProblem>
}
