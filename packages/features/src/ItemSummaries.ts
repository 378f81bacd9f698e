import type { Event } from "@media/event-store/Event"

/** Values that lists and pages of every kind read from an item. Omitted fields stay unchanged. */
export interface SummaryValues {
  /** Null if the source of the values states no title. The sort title follows the title. */
  readonly title?: string | null
  readonly date?: string | null
  readonly details?: string | null
  readonly externalIds?: Readonly<Record<string, string>> | null
  /** The role of a video. An attached video keeps the role that its attachment gives it. */
  readonly role?: "movie" | "episode" | "video"
  /** Seconds. */
  readonly duration?: number
  /** Pixels, as displayed. */
  readonly width?: number
  readonly height?: number
  readonly oshash?: string | null
  /** The sort keys of lists by artist and by album. */
  readonly artistKey?: string
  readonly albumKey?: string
  /** The time according to the camera's clock; null dates the image by its name or its file. */
  readonly takenAt?: string | null
  /** The parts of an archive that cannot be shown, as a sentence for people. */
  readonly note?: string | null
}

/** The values that an event of a kind gives to its item. A manifest names them in `summaries`. */
export interface ItemSummary<E extends Event = never> {
  readonly event: string
  /** True if the event ends the examination of the file, so that the item is ready. */
  readonly isExamination: boolean
  /** The source of `title`, `date` and `details`. A source of higher precedence may hide them; see `items/sources.ts`. */
  readonly source?: "tags" | "name"
  /** Pure: a rebuild must give equal rows. */
  readonly values: (event: E) => SummaryValues
}

export const itemSummary = <E extends Event>(
  summary: ItemSummary<E> & { readonly event: E["_tag"] }
): ItemSummary<E> => summary
