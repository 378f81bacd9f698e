import type { CreditRole, NfoCredit, NfoFields, NfoKind } from "@media/nfo/NfoFields"
import type { NfoChanges } from "@media/nfo/writeNfo"
import { decidingSource, shownValue, type StatedFields } from "../../../catalog/items/sources.ts"

/** An item with all values that can be written into its NFO file. */
export interface Described {
  readonly kind: NfoKind
  readonly title: string
  readonly date: string | null
  readonly stated: StatedFields
  readonly season: number | null
  readonly episode: number | null
  readonly episodeEnd: number | null
  readonly airDate: string | null
  readonly showTitle: string | null
  /**
   * True if a user classified the video. The season and episode numbers are then written even into a file of another
   * program.
   */
  readonly isByHand: boolean
}

interface Performer {
  readonly name: string
  readonly role?: string | null
  readonly character?: string | null
}

const roles: ReadonlyArray<CreditRole> = ["director", "writer", "producer", "guest", "actor"]

/** Converts performers to credits, and keeps the portrait URLs that the file already contains for these names. */
const creditsOf = (value: unknown, before: NfoFields): ReadonlyArray<NfoCredit> => {
  const pictures = new Map(
    (before.credits ?? []).flatMap(({ name, picture }) =>
      picture === undefined ? [] : [[name.toLowerCase(), picture] as const]
    )
  )
  return (value as ReadonlyArray<string | Performer>).map((one, order) => {
    const { character, name, role }: Performer = typeof one === "string" ? { name: one } : one
    const known = role == null ? "actor" : roles.find((each) => each === role.toLowerCase())
    const picture = pictures.get(name.toLowerCase())
    return {
      name,
      role: known ?? "other",
      ...(known === undefined ? { job: role! } : {}),
      ...(character == null ? {} : { character }),
      ...(picture === undefined ? {} : { picture }),
      order
    }
  })
}

type ToNfo = (value: unknown, before: NfoFields, genres: ReadonlySet<string>) => NfoChanges

const plain =
  (key: keyof NfoFields): ToNfo =>
  (value) => ({ [key]: value ?? null })

const toNfo: Readonly<Record<string, ToNfo>> = {
  title: plain("title"),
  originalTitle: plain("originalTitle"),
  sortTitle: plain("sortTitle"),
  tagline: plain("tagline"),
  details: plain("overview"),
  date: (value) => {
    const text = typeof value === "string" ? value : ""
    return /^\d{4}-\d{2}-\d{2}$/.test(text)
      ? { releaseDate: text, year: Number(text.slice(0, 4)) }
      : { releaseDate: null, year: /^\d{4}/.test(text) ? Number(text.slice(0, 4)) : null }
  },
  contentRating: plain("contentRating"),
  communityRating: plain("communityRating"),
  runtimeMinutes: plain("runtimeMinutes"),
  externalIds: plain("externalIds"),
  countries: plain("countries"),
  set: plain("set"),
  status: plain("status"),
  ended: plain("ended"),
  studio: plain("studio"),
  tags: (value, { genres: before = [] }, genres) => {
    const all = (value ?? []) as ReadonlyArray<string>
    const known = new Set([...genres, ...before.map((genre) => genre.toLowerCase())])
    const isGenre = (tag: string) => known.has(tag.toLowerCase())
    return { genres: all.filter(isGenre), tags: all.filter((tag) => !isGenre(tag)) }
  },
  performers: (value, before) => ({ credits: creditsOf(value ?? [], before) })
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

interface Value {
  readonly value: unknown
  readonly source: string
}

/** Returns the displayed values of the fields that an NFO file can contain, keyed by field. */
export const valuesShown = ({ date, kind, stated, title }: Described): ReadonlyMap<string, Value> => {
  const values = new Map<string, Value>()
  for (const field of Object.keys(toNfo)) {
    const source = decidingSource(stated[field])
    if (source !== undefined) values.set(field, { value: shownValue(stated, field), source })
  }
  // A season without a title of its own is displayed with its number, so no title is written.
  if (!values.has("title") && kind !== "season") values.set("title", { value: title, source: "name" })
  if (!values.has("date") && date !== null) values.set("date", { value: date, source: "name" })
  return values
}

const numbersOf = ({ airDate, episode, episodeEnd, kind, season, showTitle }: Described): NfoChanges => {
  if (kind === "season") return season === null ? {} : { season }
  if (kind !== "episodedetails") return {}
  const given = { season, episode, episodeEnd: episodeEnd === episode ? null : episodeEnd }
  return {
    ...given,
    ...(airDate === null ? {} : { releaseDate: airDate }),
    ...(showTitle === null ? {} : { showTitle })
  }
}

/** For each item field, the NFO fields that are marked as locked if a user has set the item field. */
const lockable: Readonly<Record<string, ReadonlyArray<string>>> = {
  title: ["title"],
  originalTitle: ["originalTitle"],
  sortTitle: ["sortTitle"],
  tagline: ["tagline"],
  details: ["overview"],
  date: ["releaseDate"],
  contentRating: ["contentRating"],
  communityRating: ["communityRating"],
  runtimeMinutes: ["runtimeMinutes"],
  countries: ["countries"],
  studio: ["studio"],
  tags: ["genres", "tags"],
  performers: ["credits"]
}

const locksOf = (
  values: ReadonlyMap<string, Value>,
  touched: ReadonlyArray<string>,
  before: NfoFields
): NfoChanges => {
  const changed = new Set(touched.flatMap((field) => lockable[field] ?? []))
  const kept = (before.lockedFields ?? []).filter((field) => !changed.has(field))
  const own = touched.flatMap((field) =>
    values.get(field)?.source === "user" ? (lockable[field] ?? []) : []
  )
  const lockedFields = [...new Set([...kept, ...own])]
  return lockedFields.length === 0 ? { lockedFields: null } : { lockedFields }
}

export interface WantedNfo {
  readonly changes: NfoChanges
  /** The item fields that the server has written into this file, now or earlier. */
  readonly fields: ReadonlyArray<string>
}

interface Context {
  /** The NFO fields in the existing file. Undefined if the file does not exist. */
  readonly before: NfoFields | undefined
  /** The item fields that the server had written into the file earlier. */
  readonly written: ReadonlyArray<string>
  /** True if the server created the file. */
  readonly isOwn: boolean
  /** The lower-case names of the tags that are genres. */
  readonly genres: ReadonlySet<string>
}

/**
 * Returns the changes to the NFO file of an item. If the server creates the file, all displayed values are written. If
 * another program created the file, the server changes only fields that it wrote earlier, and fields whose displayed
 * value comes neither from the NFO file nor from the file name, for example because a user edited the field.
 */
export const wantedNfo = (item: Described, { before, genres, isOwn, written }: Context): WantedNfo => {
  const values = valuesShown(item)
  const isWhole = before === undefined || isOwn
  const numbers = "numbers"
  const fields = Object.keys(toNfo).filter((field) => {
    const source = values.get(field)?.source
    if (written.includes(field)) return true
    if (source === undefined || (isWhole && isEmpty(values.get(field)!.value))) return false
    return isWhole || (source !== "nfo" && source !== "name")
  })
  const hasNumbers = isWhole || item.isByHand || written.includes(numbers)
  const was = before ?? {}
  const changes = fields.map((field) => {
    const value = values.get(field)?.value
    return toNfo[field]!(isEmpty(value) ? null : value, was, genres)
  })
  return {
    changes: Object.assign(
      {},
      ...(hasNumbers ? [numbersOf(item)] : []),
      ...changes,
      locksOf(values, fields, was)
    ) as NfoChanges,
    fields: hasNumbers && Object.keys(numbersOf(item)).length > 0 ? [...fields, numbers] : fields
  }
}
