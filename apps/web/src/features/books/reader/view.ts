import { lasting } from "@/lib/storage"
import type { Layout } from "./spreads"

/** How a reader looks at comics, on this device. */
export interface View {
  readonly layout: Layout
  readonly fit: "height" | "width"
}

const KEY = "books.view"
const layouts: ReadonlyArray<Layout> = ["single", "double", "strip"]

/** What was chosen last; else one page that fits, two where there is room. */
export const readView = (): View => {
  const [layout, fit] = (lasting.read(KEY) ?? "").split(" ")
  return {
    layout: layouts.find((one) => one === layout) ?? (innerWidth > 1.2 * innerHeight ? "double" : "single"),
    fit: fit === "width" ? "width" : "height"
  }
}

export const keepView = ({ fit, layout }: View): void => lasting.write(KEY, `${layout} ${fit}`)
