import type { Video } from "@media/features/media/videos/contract"
import type { ItemDetail } from "../definition"

type Described = ItemDetail &
  Partial<
    Pick<
      Video,
      | "set"
      | "countries"
      | "seriesStatus"
      | "type"
      | "originalTitle"
      | "tagline"
      | "contentRating"
      | "communityRating"
      | "runtimeMinutes"
      | "code"
    >
  >

/** The form values for the fields that describe a work. All values are text, including numbers. */
export interface WorkDraft {
  /** The name of the movie set. */
  readonly set: string
  /** Country names, separated by commas. */
  readonly countries: string
  readonly seriesStatus: "" | "continuing" | "ended"
  readonly originalTitle: string
  readonly sortTitle: string
  readonly tagline: string
  readonly contentRating: string
  /** A number from 0 to 100. */
  readonly communityRating: string
  readonly runtimeMinutes: string
  /** The studio's own code for the work. */
  readonly code: string
  /** One id per line, such as `imdb: tt0133093`. */
  readonly externalIds: string
  /** One web address per line. */
  readonly urls: string
}
export type WorkField = keyof WorkDraft

const everyWork = ["sortTitle", "externalIds", "urls"] as const
const fields = {
  movie: {
    main: ["set", "countries"],
    more: [
      "originalTitle",
      "tagline",
      "contentRating",
      "communityRating",
      "runtimeMinutes",
      "code",
      ...everyWork
    ]
  },
  series: {
    main: ["seriesStatus", "countries"],
    more: ["originalTitle", "tagline", "contentRating", "communityRating", ...everyWork]
  },
  video: {
    main: [],
    more: ["originalTitle", "communityRating", "runtimeMinutes", "code", ...everyWork]
  },
  other: { main: [], more: everyWork }
} as const satisfies Record<string, Record<"main" | "more", ReadonlyArray<WorkField>>>

/** Returns the work fields of the edit form for an item: `main` are always visible, and `more` only on request. */
export const workFieldsOf = (
  kind: string,
  { type }: { readonly type?: Video["type"] }
): { readonly main: ReadonlyArray<WorkField>; readonly more: ReadonlyArray<WorkField> } => {
  if (type === "movie") return fields.movie
  if (kind === "series" || kind === "video") return fields[kind]
  return fields.other
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : ""

export const workDraft = (item: Described): WorkDraft => ({
  set: item.set?.name ?? "",
  countries: (item.countries ?? []).join(", "),
  seriesStatus: item.seriesStatus ?? "",
  originalTitle: item.originalTitle ?? "",
  // `sortTitle` of the item itself is the normalized key for sorting. The form needs the original value from the
  // source.
  sortTitle: textOf(item.sources["sortTitle"]?.[0]?.value),
  tagline: item.tagline ?? "",
  contentRating: item.contentRating ?? "",
  communityRating: textOf(item.communityRating),
  runtimeMinutes: textOf(item.runtimeMinutes),
  code: item.code ?? "",
  externalIds: Object.entries(item.externalIds)
    .map(([database, id]) => `${database}: ${id}`)
    .join("\n"),
  urls: item.urls.join("\n")
})

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)

const ID = /^([a-z0-9]{1,20})\s*[:=\s]\s*(\S.*)$/i

/** Returns the first line that is not an external id, or undefined. */
export const invalidId = ({ externalIds }: WorkDraft): string | undefined =>
  linesOf(externalIds).find((line) => !ID.test(line))

/** Returns the value of a field in the form that the API expects. */
const valueOf = (field: WorkField, draft: WorkDraft): unknown => {
  const text = draft[field].trim()
  switch (field) {
    case "set":
      return text === "" ? null : { name: text }
    case "countries":
      return text
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean)
    case "communityRating":
    case "runtimeMinutes":
      return text === "" ? null : Number(text)
    case "externalIds":
      return Object.fromEntries(
        linesOf(text).flatMap((line) => {
          const [, database, id] = ID.exec(line) ?? []
          return database === undefined || id === undefined ? [] : [[database.toLowerCase(), id]]
        })
      )
    case "urls":
      return linesOf(text)
    default:
      return text === "" ? null : text
  }
}

/**
 * Returns a patch with only the changed fields, because the server treats every field in a patch as a manual edit and
 * locks it.
 */
export const workPatch = (before: WorkDraft, after: WorkDraft): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (Object.keys(after) as ReadonlyArray<WorkField>)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, valueOf(field, after)])
  )
