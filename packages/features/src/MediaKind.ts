/**
 * The result of comparing a file's first bytes with its claimed type: `is` if they match, `may be` if they are
 * ambiguous, or the reason why they do not match.
 */
export type Sniffed = "is" | "may be" | { readonly reason: string }

/** Checks the first bytes of a file whose extension has several meanings or is often wrong. */
export interface Sniff {
  readonly read: (head: Buffer) => Sniffed
  /**
   * All reasons that `read` may return. A file that was rejected for one of these reasons is not opened again until the
   * file changes.
   */
  readonly reasons: ReadonlySet<string>
  /** True if `read` can return `is`. Otherwise `read` can only reject a file. */
  readonly recognizes: boolean
}

/** The API paths of a kind. */
interface KindPaths {
  /** `GET` on this path lists the items. With `/:id`, the path returns a single item. */
  readonly list: `/${string}`
  /** The path of an item's original bytes, with `:id`. Groups have no bytes, except archives. */
  readonly bytes: `/${string}:id${string}`
  /**
   * Paths of lists with only the items of one role, such as movies or episodes. These lists accept the parameters of
   * `list`.
   */
  readonly roles?: ReadonlyArray<`/${string}`>
}

interface Caller {
  readonly accountId: string
  readonly showNsfw: boolean
}

/**
 * One kind of media in libraries, with the values that the scan, the routes and the tests of all kinds need. Contains
 * only pure values and functions.
 */
export interface MediaKind<Kind extends string = string, Contents extends string = string> {
  /** The kind of the items. */
  readonly kind: Kind
  /** The name of this kind in a library's `contents`. */
  readonly contents: Contents
  readonly paths: KindPaths
  /**
   * File extensions in lower case, without the dot, each with the check of the first bytes. `null` means that the
   * extension is trusted without a check. If several kinds claim an extension, kinds that can recognize a file by its
   * first bytes take precedence.
   */
  readonly extensions: Readonly<Record<string, Sniff | null>>
  /** Returns the initial title of an item from its file name. */
  readonly titleOf: (name: string) => string
  /** Returns the date in the file name or in the folder name: a year, or a day such as "2014-05-31". */
  readonly dateOf?: (name: string, folder: string) => string | null
  /** True if a job probes each new or changed file and records its hash, which helps to recognize moved files. */
  readonly isProbed: boolean
  /**
   * True if an item is `arriving` until a job has examined its file. If `isExamined` and `isProbed` are false, an item
   * is ready as soon as a scan finds it.
   */
  readonly isExamined?: boolean
  /**
   * The kinds whose items have a parent of this kind, in `items.parent_id`. A group can contain groups: a series
   * contains seasons, and a season contains videos. A group may be a file (an archive), a folder or neither. See
   * docs/slices.md.
   */
  readonly groups?: ReadonlyArray<string>
  /**
   * Returns an SQL expression, never null, that is true if the caller has watched the row `v` of `items`. Set for
   * groups that count as watched when all of their items are watched.
   */
  readonly isWatchedBy?: (caller: Caller) => string
  /**
   * Suffixes of files that the server writes next to a file of this kind: with `-thumb.jpg`, it writes `Heat-thumb.jpg`
   * for `Heat.mkv`.
   */
  readonly assetSuffixes?: ReadonlyArray<string>
}

/** Returns the definition unchanged. The type parameters infer the literal types of `kind` and `contents`. */
export const mediaKind = <const Kind extends string, const Contents extends string>(
  definition: MediaKind<Kind, Contents>
): MediaKind<Kind, Contents> => definition

/** Returns the URL of an item's original bytes. */
export const bytesUrl = ({ paths }: Pick<MediaKind, "paths">, id: string): string =>
  paths.bytes.replace(":id", id)

/**
 * Builds the `extensions` of a kind from a space-separated list. All extensions get the same check of the first bytes.
 */
export const endings = (list: string, sniff: Sniff | null = null): Record<string, Sniff | null> =>
  Object.fromEntries(list.split(" ").map((extension) => [extension, sniff]))

type Names<Kinds extends ReadonlyArray<MediaKind>, Key extends "kind" | "contents"> = {
  readonly [Index in keyof Kinds]: Kinds[Index][Key]
}

/**
 * Returns the names of all kinds, without duplicates. They are typed as a tuple, because a schema of literals requires
 * one.
 */
export const namesOf = <const Kinds extends ReadonlyArray<MediaKind>, Key extends "kind" | "contents">(
  kinds: Kinds,
  key: Key
): Names<Kinds, Key> => [...new Set(kinds.map((kind) => kind[key]))] as unknown as Names<Kinds, Key>
