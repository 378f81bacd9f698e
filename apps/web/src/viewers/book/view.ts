import { lasting } from "@/lib/storage"
import type { Layout } from "./spreads"

/** The view options for comics on this device. */
export interface View {
  readonly layout: Layout
  readonly fit: "height" | "width"
  readonly isRightToLeft: boolean
}

const KEY = "books.view"
const layouts: ReadonlyArray<Layout> = ["single", "double", "strip"]

/** Returns the last used options. By default, pages fit the window, and wide windows show two pages. */
const readUsual = (): Pick<View, "layout" | "fit"> => {
  const [layout, fit] = (lasting.read(KEY) ?? "").split(" ")
  return {
    layout: layouts.find((one) => one === layout) ?? (innerWidth > 1.2 * innerHeight ? "double" : "single"),
    fit: fit === "width" ? "width" : "height"
  }
}

/**
 * Storage key of the options that are stored per series: strip mode and direction. The most recently changed series
 * comes first.
 */
const OWN_KEY = "books.view.own"
const MOST_OWN = 200
type Own = Readonly<Record<string, { readonly isStrip?: boolean; readonly isRightToLeft?: boolean }>>

const readOwn = (): Own => {
  try {
    const kept: unknown = JSON.parse(lasting.read(OWN_KEY) ?? "{}")
    return typeof kept === "object" && kept !== null ? (kept as Own) : {}
  } catch {
    return {}
  }
}

/**
 * Returns the view options of a comic. `of` is the series of the comic. `isTall` is true if its pages look like
 * segments of a vertical strip.
 */
export const readView = (of: string, book: { readonly isRightToLeft: boolean }, isTall = false): View => {
  const { fit, layout } = readUsual()
  const own = readOwn()[of]
  const usual = layout === "strip" ? "single" : layout
  return {
    layout: (typeof own?.isStrip === "boolean" ? own.isStrip : isTall) ? "strip" : usual,
    fit,
    isRightToLeft: typeof own?.isRightToLeft === "boolean" ? own.isRightToLeft : book.isRightToLeft
  }
}

/**
 * Stores a change to the options. The layout and the fit apply to all comics. The strip mode and the direction apply
 * only to the series `of`.
 */
export const keepView = (of: string, before: View, { fit, isRightToLeft, layout }: View): void => {
  if (layout !== "strip") lasting.write(KEY, `${layout} ${fit}`)
  const isStrip = layout === "strip"
  if (isStrip === (before.layout === "strip") && isRightToLeft === before.isRightToLeft) return
  const { [of]: known, ...others } = readOwn()
  const own = { ...known, ...(isStrip === (before.layout === "strip") ? {} : { isStrip }), isRightToLeft }
  lasting.write(
    OWN_KEY,
    JSON.stringify(Object.fromEntries(Object.entries({ [of]: own, ...others }).slice(0, MOST_OWN)))
  )
}
