import type { Event } from "@media/event-store/Event"

/**
 * The values of an item that lists and pages show, regardless of its kind. An event leaves the fields that it omits
 * unchanged.
 */
export interface SummaryValues {
  /** The title, or null if the source has none. The sort title is derived from the title. */
  readonly title?: string | null
  readonly date?: string | null
  readonly details?: string | null
  /** The authors of a book and their roles, or null if the file names none. */
  readonly authors?: ReadonlyArray<{ readonly name: string; readonly role?: string }> | null
  readonly externalIds?: Readonly<Record<string, string>> | null
  /** The role of a video. Ignored for versions, parts and extras, whose role comes from their attachment. */
  readonly role?: "movie" | "episode" | "video"
  /** Duration in seconds. */
  readonly duration?: number
  /** Width and height in pixels, as displayed. */
  readonly width?: number
  readonly height?: number
  readonly oshash?: string | null
  /** The sort keys for lists sorted by artist and by album. */
  readonly artistKey?: string
  readonly albumKey?: string
  /**
   * The time on the camera's clock when the photo was taken. If null, the image gets the date in its file name or the
   * modification time of its file.
   */
  readonly takenAt?: string | null
  /** A message for users about the parts of an archive that cannot be shown. */
  readonly note?: string | null
}

/** Declares which values an event sets on its item. A slice lists its declarations in `summaries` of its manifest. */
export interface ItemSummary<E extends Event = never> {
  readonly event: string
  /** True if the event ends the examination of the file, which makes the item ready. */
  readonly isExamination: boolean
  /**
   * The source of `title`, `date`, `details` and `authors`. A source of higher precedence may override these values. See
   * `items/sources.ts`.
   */
  readonly source?: "tags" | "name"
  /** Returns the values that an event sets. Must be pure, because a rebuild must produce the same rows. */
  readonly values: (event: E) => SummaryValues
}

export const itemSummary = <E extends Event>(
  summary: ItemSummary<E> & { readonly event: E["_tag"] }
): ItemSummary<E> => summary
