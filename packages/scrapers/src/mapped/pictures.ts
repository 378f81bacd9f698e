import type { Hits } from "../Hits.ts"
import type { PageKind } from "../page.ts"
import type { Page } from "../ScraperTools.ts"

const PICTURES: ReadonlySet<string> = new Set(["Image", "Images", "FrontImage", "BackImage"])

/** True for a field that contains the URL of a picture, such as `Performers.Image`. */
export const isPicture = (field: string): boolean => PICTURES.has(field.split(".").at(-1)!)

/** Returns the selectors for the base URL that a page declares. */
export const baseSelectors = (kind: PageKind): ReadonlyArray<string> =>
  kind === "xpath" ? ["//base/@href"] : []

const isWeb = (url: string): boolean => /^https?:/i.test(url)

/**
 * Returns the URL against which relative URLs on a page are resolved. `named` contains the matches of the base
 * selector.
 */
export const baseOf = ({ url }: Page, named: Hits | undefined): string => {
  const [given] = named?.values ?? []
  const base = given !== undefined && URL.canParse(given, url) ? new URL(given, url).href : url
  return isWeb(base) ? base : url
}

/** Makes a relative URL on a page absolute. Returns any other text unchanged. */
export const absoluteAddress = (address: string, base: string): string => {
  if (address === "" || /^[a-z][a-z0-9+.-]*:/i.test(address) || !URL.canParse(address, base)) return address
  const { href } = new URL(address, base)
  return isWeb(href) ? href : address
}
