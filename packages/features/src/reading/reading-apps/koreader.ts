import { fractionInSpine, positionInSpine, type SpineItem } from "@media/books/epub/Spine"
import { plainText } from "@media/kernel/PlainText"
import { SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"
import type { BookReport } from "../../catalog/user-items/contract.ts"
import { nativeText } from "./native.ts"
import type { BookPosition } from "./bookPositions.ts"

/** Texts of other programs are truncated and not rejected, because their user would see an error for a long name. */
const Text = (most: number) =>
  Schema.transform(Schema.Union(Schema.String, Schema.Number), Schema.String, {
    strict: true,
    decode: (value) => plainText(String(value)).slice(0, most).toWellFormed(),
    encode: (text) => text
  })

/** The report of KOReader when a page was turned, the book was closed, or the device went to sleep. */
export const KoreaderReport = Schema.Struct({
  document: Schema.String.pipe(Schema.maxLength(200)),
  /** An XPointer (`/body/DocFragment[8]/body/p[3]/text().0`); for PDF and comics the page, from 1. */
  progress: Text(4_000),
  /** 0 to 1. */
  percentage: Schema.Number.pipe(Schema.finite(), Schema.between(0, 1)),
  device: Schema.optionalWith(Text(100), { default: () => "KOReader" }),
  device_id: Schema.optionalWith(Text(100), { default: () => "" })
})
export type KoreaderReport = typeof KoreaderReport.Type

/** The accepted length, because a book may name its documents freely. */
const isHref = Schema.is(SafeText(1_000))

/** Other positions do not name a document. */
export const namesDocument = ({ progress }: KoreaderReport): boolean =>
  progress.startsWith("/body/DocFragment[")

/**
 * The document of an XPointer, and the position in it. KOReader measures progress by pages on its screen, we by
 * document sizes: the total share alone could lead to the previous or next chapter.
 */
const documentIn = (spine: ReadonlyArray<SpineItem>, { percentage, progress }: KoreaderReport) => {
  const number = /^\/body\/DocFragment\[(\d{1,5})\]/.exec(progress)?.[1]
  const item = number === undefined ? undefined : spine[Number(number) - 1]
  if (item === undefined || !isHref(item.href)) return {}
  const [from = 0, to = 0] = [0, 1].map((end) => fractionInSpine(spine, item.href, end))
  const progression = to > from ? (percentage - from) / (to - from) : 0
  return { href: item.href, progression: Math.min(1, Math.max(0, progression)) }
}

/** In pages for a book with fixed pages, otherwise as a fraction. `spine` is empty for books other than EPUB. */
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
  /** Seconds since 1970. */
  readonly timestamp: number
}

/** KOReader counts the documents of an EPUB from 1; their beginning is as near as another program's position gets. */
const pointerTo = (
  spine: ReadonlyArray<SpineItem>,
  { progress: { fraction, locator } }: BookPosition
): string | undefined => {
  const named = spine.findIndex(({ href }) => href === locator?.href)
  const index = named >= 0 ? named : positionInSpine(spine, fraction)?.index
  return index === undefined ? undefined : `/body/DocFragment[${index + 1}].0`
}

/** Undefined if KOReader should get no progress. */
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
