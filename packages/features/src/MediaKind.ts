/** What the first bytes of a file say of it: `may be` where they cannot tell. */
export type Sniffed = "is" | "may be" | { readonly reason: string }

/** A look at the first bytes of a file, because its ending means several things or is often wrong. */
export interface Sniff {
  readonly read: (head: Buffer) => Sniffed
  /** Every reason `read` may give. A file refused for one of them is not opened again until it changes. */
  readonly reasons: ReadonlySet<string>
  /** Whether it may answer `is`, and not only refuse. */
  readonly recognizes: boolean
}

/** Where the items of a kind are asked for. */
interface KindPaths {
  /** `GET` lists them; with `/:id` behind it, one of them. */
  readonly list: `/${string}`
  /** The original bytes of one, with `:id`. A group has none, but for one that is an archive. */
  readonly bytes: `/${string}:id${string}`
}

/**
 * One kind of media that libraries can hold: what the scan, the routes and tests of all kinds need to know of it. Pure
 * values and functions.
 */
export interface MediaKind<Kind extends string = string, Contents extends string = string> {
  /** Of its items. */
  readonly kind: Kind
  /** The word for it among the contents of a library. */
  readonly contents: Contents
  readonly paths: KindPaths
  /**
   * Endings of file names, without the dot and in lower case. `null`: the name is believed. Where several kinds claim an
   * ending, those that recognize the first bytes come before the one that does not.
   */
  readonly extensions: Readonly<Record<string, Sniff | null>>
  /** The first title of an item, from the name of its file. */
  readonly titleOf: (name: string) => string
  /** The date such a name, or the folder of the file, gives: "2014", or a day as "2014-05-31". */
  readonly dateOf?: (name: string, folder: string) => string | null
  /** Whether a job probes each new or changed file and records its hash, by which a moved file is recognized. */
  readonly isProbed: boolean
  /** Whether an item is `arriving` until a job examined its file; without this or a probe, an item is ready as soon as it is found. */
  readonly isExamined?: boolean
  /**
   * The kinds whose items lie in items of this one, by `items.parent_id`. One of them may be a group itself: a series groups
   * seasons, and a season groups videos. Such a group may be a file (an archive), a folder or neither; see docs/slices.md.
   */
  readonly groups?: ReadonlyArray<string>
  /** What files are called that the server makes beside a file of this kind: `-thumb.jpg` beside `Heat.mkv` is `Heat-thumb.jpg`. */
  readonly assetSuffixes?: ReadonlyArray<string>
}

/** Keeps the literal types of `kind` and `contents`. */
export const mediaKind = <const Kind extends string, const Contents extends string>(
  definition: MediaKind<Kind, Contents>
): MediaKind<Kind, Contents> => definition

/** Where the original bytes of one item are. */
export const bytesUrl = ({ paths }: Pick<MediaKind, "paths">, id: string): string =>
  paths.bytes.replace(":id", id)

/** A list of endings that are all treated alike. */
export const endings = (list: string, sniff: Sniff | null = null): Record<string, Sniff | null> =>
  Object.fromEntries(list.split(" ").map((extension) => [extension, sniff]))

type Names<Kinds extends ReadonlyArray<MediaKind>, Key extends "kind" | "contents"> = {
  readonly [Index in keyof Kinds]: Kinds[Index][Key]
}

/** The words of all kinds, each once, as a tuple, which a schema of literals keeps apart. */
export const namesOf = <const Kinds extends ReadonlyArray<MediaKind>, Key extends "kind" | "contents">(
  kinds: Kinds,
  key: Key
): Names<Kinds, Key> => [...new Set(kinds.map((kind) => kind[key]))] as unknown as Names<Kinds, Key>
