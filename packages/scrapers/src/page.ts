import type { Hits } from "./Hits.ts"
import { parsedJson } from "./gjson/Json.ts"
import { selectJson } from "./gjson/selectJson.ts"
import { PageRefused, parsePage } from "./html/parsePage.ts"
import { selectPage } from "./html/selectPage.ts"

export type PageKind = "xpath" | "json"

/** A parsed page to which selectors can be applied, or a message that explains why the page cannot be parsed. */
export type OpenPage = { readonly select: (selector: string) => Hits } | { readonly refused: string }

export const openPage = (kind: PageKind, text: string): OpenPage => {
  if (kind === "json") {
    const document = parsedJson(text)
    return document === undefined
      ? { refused: "The website's response is not JSON." }
      : { select: (path) => selectJson(document, path) }
  }
  try {
    const page = parsePage(text)
    return { select: (selector) => selectPage(page, selector) }
  } catch (error) {
    if (error instanceof PageRefused) return { refused: error.message }
    throw error
  }
}
