/** The type by a file's first bytes: `may be` if they are ambiguous. */
export type Sniffed = "is" | "may be" | { readonly reason: string }

/** Checks the first bytes of a file whose extension has several meanings or is often wrong. */
export interface Sniff {
  readonly read: (head: Buffer) => Sniffed
  /** Every reason that `read` may return. A file rejected for one of them is not opened again until it changes. */
  readonly reasons: ReadonlySet<string>
  /** True if it can return `is` and not only reject. */
  readonly recognizes: boolean
}

/** The API paths of a kind. */
interface KindPaths {
  /** `GET` lists its items; with `/:id`, it returns one of them. */
  readonly list: `/${string}`
  /** The original bytes of an item, with `:id`. Groups have none, except archives. */
  readonly bytes: `/${string}:id${string}`
  /** Other lists of its items, each of one role, with the parameters of `list`. */
  readonly roles?: ReadonlyArray<`/${string}`>
}

interface Caller {
  readonly accountId: string
  readonly showNsfw: boolean
}

/**
 * One kind of media in libraries, with everything that the scan, the routes and the tests of all kinds need. Pure
 * values and functions.
 */
export interface MediaKind<Kind extends string = string, Contents extends string = string> {
  /** The kind of its items. */
  readonly kind: Kind
  /** The name of this kind in the contents of a library. */
  readonly contents: Contents
  readonly paths: KindPaths
  /**
   * File extensions in lower case, without the dot. `null` if the name is trusted. If several kinds claim an extension,
   * those that recognize the first bytes come before the one that does not.
   */
  readonly extensions: Readonly<Record<string, Sniff | null>>
  /** The initial title of an item, from the name of its file. */
  readonly titleOf: (name: string) => string
  /** The date in such a name or in the name of the folder: "2014", or a day such as "2014-05-31". */
  readonly dateOf?: (name: string, folder: string) => string | null
  /** True if a job probes each new or changed file and records its hash, which identifies a moved file. */
  readonly isProbed: boolean
  /**
   * True if an item is `arriving` until a job has examined its file. Otherwise, and without a probe, an item is ready
   * once it is found.
   */
  readonly isExamined?: boolean
  /**
   * The kinds whose items have a parent of this kind, by `items.parent_id`. One of them may be a group itself: a series groups
   * seasons, and a season groups videos. Such a group may be a file (an archive), a folder or neither; see docs/slices.md.
   */
  readonly groups?: ReadonlyArray<string>
  /**
   * For groups that are watched when their items are: whether a caller has watched a row `v` of `items`, as an SQL
   * expression that is never null.
   */
  readonly isWatchedBy?: (caller: Caller) => string
  /** Suffixes of files that the server writes next to a file of this kind: `-thumb.jpg` makes `Heat-thumb.jpg` for `Heat.mkv`. */
  readonly assetSuffixes?: ReadonlyArray<string>
}

/** Keeps the literal types of `kind` and `contents`. */
export const mediaKind = <const Kind extends string, const Contents extends string>(
  definition: MediaKind<Kind, Contents>
): MediaKind<Kind, Contents> => definition

/** The URL of an item's original bytes. */
export const bytesUrl = ({ paths }: Pick<MediaKind, "paths">, id: string): string =>
  paths.bytes.replace(":id", id)

/** A list of extensions that are all treated the same. */
export const endings = (list: string, sniff: Sniff | null = null): Record<string, Sniff | null> =>
  Object.fromEntries(list.split(" ").map((extension) => [extension, sniff]))

type Names<Kinds extends ReadonlyArray<MediaKind>, Key extends "kind" | "contents"> = {
  readonly [Index in keyof Kinds]: Kinds[Index][Key]
}

/** The names of all kinds, each once, as a tuple, because a schema of literals requires one. */
export const namesOf = <const Kinds extends ReadonlyArray<MediaKind>, Key extends "kind" | "contents">(
  kinds: Kinds,
  key: Key
): Names<Kinds, Key> => [...new Set(kinds.map((kind) => kind[key]))] as unknown as Names<Kinds, Key>
