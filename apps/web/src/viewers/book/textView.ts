import { lasting } from "@/lib/storage"

export type TextTheme = "light" | "sepia" | "dark"

/** The text settings of the reader on this device. */
export interface TextView {
  readonly flow: "pages" | "scroll"
  readonly theme: TextTheme
  /** Font size in percent of the book's font size. */
  readonly size: number
  /** Line height in tenths of the font size. 0 keeps the line height of the book. */
  readonly leading: number
  /** Margin in pixels on each side of the text. */
  readonly margin: number
}

/** The minimum, maximum and step of each setting. */
export const bounds = {
  size: [60, 240, 10],
  leading: [0, 24, 2],
  margin: [8, 120, 8]
} as const

const KEY = "books.text"
const themes: ReadonlyArray<TextTheme> = ["light", "sepia", "dark"]
const initial = (): TextView => ({
  flow: "pages",
  theme: document.documentElement.dataset["theme"] === "light" ? "light" : "dark",
  size: 110,
  leading: 0,
  margin: innerWidth < 600 ? 16 : 40
})

const number = (value: unknown, [from, to]: readonly [number, number, number], other: number): number =>
  typeof value === "number" && value >= from && value <= to ? value : other

/**
 * Returns the last used settings. Stored values may come from another version, so invalid values are replaced with
 * defaults.
 */
export const readTextView = (): TextView => {
  const first = initial()
  const kept = ((): Partial<Record<keyof TextView, unknown>> => {
    try {
      return (JSON.parse(lasting.read(KEY) ?? "{}") ?? {}) as Partial<Record<keyof TextView, unknown>>
    } catch {
      return {}
    }
  })()
  return {
    flow: kept.flow === "scroll" ? "scroll" : "pages",
    theme: themes.find((one) => one === kept.theme) ?? first.theme,
    size: number(kept.size, bounds.size, first.size),
    leading: number(kept.leading, bounds.leading, first.leading),
    margin: number(kept.margin, bounds.margin, first.margin)
  }
}

export const keepTextView = (view: TextView): void => lasting.write(KEY, JSON.stringify(view))

/** Changes a setting by one step within its bounds. */
export const stepped = (view: TextView, what: keyof typeof bounds, by: 1 | -1): TextView => {
  const [from, to, step] = bounds[what]
  // The line height jumps between 0 (the line height of the book) and 12, because the values in between are too
  // small.
  const next = what === "leading" && by > 0 && view.leading === 0 ? 12 : view[what] + by * step
  const kept = what === "leading" && next < 12 ? 0 : Math.min(to, Math.max(from, next))
  return { ...view, [what]: kept }
}
