import { fractionInSpine, positionInSpine, type SpineItem } from "@media/books/epub/Spine"
import { plainText } from "@media/kernel/PlainText"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { BookReport } from "../../catalog/user-items/contract.ts"
import { nativeText } from "./native.ts"
import type { BookPosition } from "./bookPositions.ts"

export const progressionTypes = {
  readium: "application/vnd.readium.progression+json",
  opds: "application/opds-progression+json"
} as const

const Share = Schema.Number.pipe(Schema.finite(), Schema.between(0, 1))
const Instant = Schema.String.pipe(
  Schema.maxLength(40),
  Schema.filter((text) => !Number.isNaN(Date.parse(text)) || "must be a date and a time")
)
const Device = Schema.Struct({
  id: Schema.String.pipe(Schema.maxLength(200)),
  name: Schema.String.pipe(Schema.maxLength(200))
})
const Locator = Schema.Struct({
  href: Schema.String.pipe(Schema.maxLength(1_000)),
  locations: Schema.optional(
    Schema.Struct({
      /** The progress within the document. */
      progression: Schema.optional(Share),
      totalProgression: Schema.optional(Share),
      /** The number of the position, starting at 1. In comics and PDFs, this is the page. */
      position: Schema.optional(Schema.Number.pipe(Schema.int(), Schema.between(1, 1_000_000)))
    })
  )
})

/** A progression in the format of Readium (`locator`) or of OPDS Progression 1.0 (`progression`). */
export const ProgressionReport = Schema.Struct({
  modified: Instant,
  device: Device,
  locator: Schema.optional(Locator),
  progression: Schema.optional(Share),
  references: Schema.optional(
    Schema.Array(Schema.String.pipe(Schema.maxLength(1_000))).pipe(Schema.maxItems(20))
  )
})
export type ProgressionReport = typeof ProgressionReport.Type

/** Returns the name of a file in an archive. Some apps percent-encode the name. */
const plainHref = (href: string): string => {
  const bare = href.split("#", 1)[0]!.replace(/^\//, "")
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}

/** Converts a report to a position. Undefined if the report contains no progress. `raw` is the unchanged body. */
export const reportOf = (
  report: ProgressionReport,
  raw: { readonly locator?: unknown },
  { pages }: Pick<BookPosition, "pages">,
  spine: ReadonlyArray<SpineItem>
): BookReport | undefined => {
  const { device, locator, modified, references } = report
  const { position, progression, totalProgression } = locator?.locations ?? {}
  const href = locator === undefined ? undefined : plainHref(locator.href)
  const isInSpine = spine.some((item) => item.href === href)
  const inSpine = href === undefined ? undefined : fractionInSpine(spine, href, progression ?? 0)
  const fraction = report.progression ?? totalProgression ?? inSpine
  const page = pages !== null && position !== undefined && position <= pages ? position : undefined
  if (fraction === undefined && page === undefined) return undefined
  const native = nativeText({
    app: "readium",
    deviceId: device.id,
    modified,
    locator: raw.locator ?? null,
    ...(references === undefined ? {} : { references })
  })
  return {
    ...(page === undefined ? { fraction } : { position: page }),
    locator: {
      native,
      ...(isInSpine && href !== undefined ? { href } : {}),
      ...(isInSpine && progression !== undefined ? { progression } : {})
    },
    device: plainText(device.name).slice(0, 100).toWellFormed(),
    sessionKey: `readium ${createHash("sha256").update(device.id).digest("base64url").slice(0, 22)}`
  }
}

/**
 * Returns the time of the position: by the app's clock if a Readium app reported it and its clock is not ahead,
 * otherwise by the server's clock. Null if the book was not started or its position was removed, because then every
 * report counts as newer.
 */
export const modifiedOf = ({ native, progress: { fraction, updatedAt } }: BookPosition): string | null => {
  if (fraction === 0) return null
  if (updatedAt === null || native?.app !== "readium") return updatedAt
  return Date.parse(native.modified) > Date.parse(updatedAt) ? updatedAt : native.modified
}

/** Returns an id for a device whose app did not send an id. */
const deviceIdOf = (name: string): string =>
  `urn:media-library:device:${createHash("sha256").update(name).digest("hex").slice(0, 16)}`

const round = (share: number): number => Math.round(share * 1e6) / 1e6

const locatorOf = (
  position: BookPosition,
  spine: ReadonlyArray<SpineItem>,
  links: { readonly file: string; readonly page: (number: number) => string }
) => {
  const { format, native, progress } = position
  const { fraction, locator, page } = progress
  if (native?.app === "readium" && native.locator !== null) return native.locator
  const totalProgression = round(fraction)
  if (page !== null)
    return format === "comic"
      ? { href: links.page(page - 1), type: "image/jpeg", locations: { position: page, totalProgression } }
      : {
          href: links.file,
          type: "application/pdf",
          locations: { position: page, totalProgression, fragments: [`page=${page}`] }
        }
  const named = spine.find(({ href }) => href === locator?.href)
  if (named !== undefined && locator?.progression !== undefined)
    return {
      href: named.href,
      type: named.type,
      locations: { progression: round(locator.progression), totalProgression }
    }
  const found = positionInSpine(spine, fraction)
  return found === undefined
    ? { href: links.file, type: "application/octet-stream", locations: { totalProgression } }
    : {
        href: found.item.href,
        type: found.item.type,
        locations: { progression: round(found.progression), totalProgression }
      }
}

/** Converts a position to a progression. Undefined if the book was not started. */
export const progressionOf = (
  position: BookPosition,
  spine: ReadonlyArray<SpineItem>,
  links: Parameters<typeof locatorOf>[2],
  type: keyof typeof progressionTypes
) => {
  const { native, progress } = position
  const { device: named, fraction, page, updatedAt } = progress
  if (updatedAt === null || fraction === 0) return undefined
  const name = named ?? "Media Library"
  const device = { id: native?.app === "readium" ? native.deviceId : deviceIdOf(name), name }
  const modified = modifiedOf(position)
  if (type === "readium") return { modified, device, locator: locatorOf(position, spine, links) }
  const references =
    native?.app === "readium" ? native.references : page === null ? undefined : [`#page=${page}`]
  return {
    modified,
    device,
    progression: round(fraction),
    ...(references === undefined ? {} : { references })
  }
}
