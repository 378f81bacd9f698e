import { fractionInSpine, positionInSpine, type SpineItem } from "@media/books/epub/Spine"
import { plainText } from "@media/kernel/PlainText"
import { SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"
import type { BookReport } from "../../catalog/user-items/contract.ts"
import { nativeText } from "./native.ts"
import type { BookPosition } from "./bookPositions.ts"

/**
 * Defines a string that comes from an app and is truncated to `most` characters. A long name is not rejected, because
 * the app would show the user an error.
 */
const Text = (most: number) =>
  Schema.transform(Schema.Union(Schema.String, Schema.Number), Schema.String, {
    strict: true,
    decode: (value) => plainText(String(value)).slice(0, most).toWellFormed(),
    encode: (text) => text
  })

/** The maximum number of identifiers that are accepted for a book. */
const MAX_IDENTIFIERS = 8

/** The report that KOReader sends when a page was turned, the book was closed, or the device went to sleep. */
export const KoreaderReport = Schema.Struct({
  document: Schema.String.pipe(Schema.maxLength(200)),
  /** An XPointer (`/body/DocFragment[8]/body/p[3]/text().0`), or the page of a PDF or comic, starting at 1. */
  progress: Text(4_000),
  /** The progress in the whole book, from 0 to 1. */
  percentage: Schema.Number.pipe(Schema.finite(), Schema.between(0, 1)),
  device: Schema.optionalWith(Text(100), { default: () => "KOReader" }),
  device_id: Schema.optionalWith(Text(100), { default: () => "" }),
  /** Further hashes of the same file, such as those of its content and of its name, in order of preference. */
  identifiers: Schema.optionalWith(
    Schema.Array(Schema.Struct({ type: Schema.String, value: Schema.String })).pipe(
      Schema.maxItems(MAX_IDENTIFIERS)
    ),
    { default: () => [] }
  )
})
export type KoreaderReport = typeof KoreaderReport.Type

/**
 * True if the name of a document may be stored. The check is necessary, because a document in an EPUB may have any
 * name, however long.
 */
const isHref = Schema.is(SafeText(1_000))

/** True if the position refers to a document of an EPUB. */
export const namesDocument = ({ progress }: KoreaderReport): boolean =>
  progress.startsWith("/body/DocFragment[")

/**
 * Returns the document of an XPointer and the position in the document. KOReader measures progress in pages on its
 * screen, but this server measures it in document sizes. The total progress alone could therefore result in the
 * previous or next chapter.
 */
const documentIn = (spine: ReadonlyArray<SpineItem>, { percentage, progress }: KoreaderReport) => {
  const number = /^\/body\/DocFragment\[(\d{1,5})\]/.exec(progress)?.[1]
  const item = number === undefined ? undefined : spine[Number(number) - 1]
  if (item === undefined || !isHref(item.href)) return {}
  const [from = 0, to = 0] = [0, 1].map((end) => fractionInSpine(spine, item.href, end))
  const progression = to > from ? (percentage - from) / (to - from) : 0
  return { href: item.href, progression: Math.min(1, Math.max(0, progression)) }
}

/**
 * Converts a report to a position: to a page for a book with fixed pages, otherwise to a fraction. `spine` is empty for
 * books other than EPUB.
 */
export const reportOf = (
  report: KoreaderReport,
  { pages }: Pick<BookPosition, "pages">,
  spine: ReadonlyArray<SpineItem>
): BookReport => {
  const { device, device_id, percentage, progress } = report
  const page = /^\d{1,6}$/.test(progress) ? Number(progress) : undefined
  return {
    ...(pages !== null && page !== undefined && page <= pages
      ? { position: page }
      : { fraction: percentage }),
    locator: {
      native: nativeText({ app: "koreader", deviceId: device_id, progress }),
      ...documentIn(spine, report)
    },
    device,
    sessionKey: `koreader ${device_id}`.slice(0, 100).toWellFormed()
  }
}

export interface KoreaderProgress {
  readonly document: string
  readonly progress: string
  readonly percentage: number
  readonly device: string
  readonly device_id: string
  /** The time of the position in seconds since 1970. */
  readonly timestamp: number
}

/**
 * Returns an XPointer to the beginning of the current document, or undefined if the document is unknown. A position
 * from another program cannot be converted more precisely. KOReader counts the documents of an EPUB from 1.
 */
const pointerTo = (
  spine: ReadonlyArray<SpineItem>,
  { progress: { fraction, locator } }: BookPosition
): string | undefined => {
  const named = spine.findIndex(({ href }) => href === locator?.href)
  const index = named >= 0 ? named : positionInSpine(spine, fraction)?.index
  return index === undefined ? undefined : `/body/DocFragment[${index + 1}].0`
}

/**
 * Reads the query parameter `ids`, with which KOReader lists further hashes of a file:
 * `content:0b22…,structure:91aa…,filename:4ef8…`.
 */
export const identifiersIn = (target: string | undefined): ReadonlyArray<string> => {
  const text = new URL(target ?? "", "http://server").searchParams.get("ids") ?? ""
  return text
    .split(",", MAX_IDENTIFIERS)
    .map((each) => each.slice(each.indexOf(":") + 1))
    .filter((each) => each !== "")
}

/**
 * Converts a position to KOReader's format. Undefined if the book has no position, or if the position is at its
 * beginning.
 */
export const koreaderProgress = (
  document: string,
  position: BookPosition,
  spine: ReadonlyArray<SpineItem>
): KoreaderProgress | undefined => {
  const { native, progress } = position
  const { device, fraction, page, updatedAt } = progress
  if (updatedAt === null || fraction === 0) return undefined
  const own = native?.app === "koreader" && native.progress !== "" ? native : undefined
  return {
    document,
    progress: own?.progress ?? (page === null ? undefined : String(page)) ?? pointerTo(spine, position) ?? "",
    percentage: Math.round(fraction * 10_000) / 10_000,
    device: device ?? "Media Library",
    device_id: own?.deviceId ?? "",
    timestamp: Math.floor(Date.parse(updatedAt) / 1_000)
  }
}
