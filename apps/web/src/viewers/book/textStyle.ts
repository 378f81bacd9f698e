import type { TextTheme, TextView } from "./textView"

export const papers: Readonly<
  Record<TextTheme, { readonly paper: string; readonly ink: string; readonly link: string }>
> = {
  light: { paper: "#ffffff", ink: "#1b1b1f", link: "#1d4ed8" },
  sepia: { paper: "#f4ecd8", ink: "#43331f", link: "#7a3e00" },
  dark: { paper: "#121316", ink: "#d6d6da", link: "#9cc2ff" }
}

/** Maximum line length in em. Longer lines are hard to read. A letter is about half an em wide. */
const LONGEST_LINE_EM = 40
/** Minimum width in pixels of a frame that shows two pages. */
const TWO_PAGES = 1_000
const ABOVE = 20

export interface Sheet {
  /** Width of the frame in pixels. */
  readonly width: number
  readonly height: number
}

/** Returns the number of visible columns, and the margin on each side of a column in pixels. */
export const columnsOf = (
  { margin, size }: TextView,
  { width }: Sheet
): { readonly count: number; readonly margin: number } => {
  const count = width >= TWO_PAGES ? 2 : 1
  const widest = (LONGEST_LINE_EM * 16 * size) / 100
  return { count, margin: Math.max(margin, Math.floor((width / count - widest) / 2)) }
}

/**
 * Returns CSS that is added to the document. Apart from the page layout, it overrides the document's own styles only
 * for settings in `view`.
 */
export const textStyle = (view: TextView, sheet: Sheet): string => {
  const { ink, link, paper } = papers[view.theme]
  const { count, margin } = columnsOf(view, sheet)
  const leading =
    view.leading === 0
      ? ""
      : `body, p, li, div, blockquote, dd { line-height: ${view.leading / 10} !important; }`
  const colors = `
    html, body { background: ${paper} !important; color: ${ink} !important; }
    ${view.theme === "light" ? "" : `body *:not(img, svg, svg *, video, math *) { background-color: transparent !important; color: inherit !important; border-color: currentColor; }`}
    a[href], a[href] * { color: ${link} !important; }
    a:not([href]) { text-decoration: none; }`
  const pictures = `
    img, svg, video { max-width: 100% !important; max-height: ${sheet.height - 2 * ABOVE}px !important; object-fit: contain; break-inside: avoid; }
    table { max-width: 100%; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }`
  const common = `
    html { font-size: ${view.size}% !important; writing-mode: horizontal-tb !important; -webkit-text-size-adjust: none; text-size-adjust: none; }
    body { margin: 0 !important; max-width: none !important; min-width: 0 !important; overflow-wrap: break-word; box-sizing: border-box !important; writing-mode: horizontal-tb !important; position: static !important; }
    ${leading}${colors}${pictures}`
  return view.flow === "scroll"
    ? `${common}
    html { overflow-x: hidden !important; overflow-y: auto !important; height: auto !important; }
    body { padding: ${2 * ABOVE}px ${margin}px ${4 * ABOVE}px !important; width: 100% !important; height: auto !important; }`
    : `${common}
    html { overflow: hidden !important; height: 100% !important; }
    body { padding: ${ABOVE}px ${margin}px !important; width: ${sheet.width}px !important; height: ${sheet.height}px !important; max-height: none !important;
      columns: auto ${count} !important; column-gap: ${2 * margin}px !important; column-fill: auto !important; overflow: visible !important; }`
}
