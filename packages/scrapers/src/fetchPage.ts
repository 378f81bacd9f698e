import { CookieJar } from "@media/egress/CookieJar"
import type { EgressShape } from "@media/egress/Egress"
import * as Effect from "effect/Effect"
import { randomInt } from "node:crypto"
import type { Driver } from "./definition/Definition.ts"
import type { FetchPage } from "./mapped/Run.ts"
import { MOST_PAGE_BYTES } from "./limits.ts"
import { ScrapeFailed } from "./ScrapeFailed.ts"

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
const MILLIS = 30_000
const REDIRECTS = 5

const randomText = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("")

/**
 * Returns a function that fetches the pages of one run with the scraper's headers and cookies. The cookies are
 * discarded after the run.
 */
export const pageFetcher = (egress: Pick<EgressShape, "fetch">, driver: Driver): FetchPage => {
  const cookies = new CookieJar()
  for (const { cookies: given, url } of driver.cookies) {
    if (!URL.canParse(url)) continue
    for (const { domain, name, path, randomLength, value } of given)
      cookies.set(new URL(url), {
        name,
        value: randomLength > 0 ? randomText(randomLength) : value,
        domain,
        path
      })
  }
  const headers = Object.fromEntries(driver.headers.map(({ name, value }) => [name, value]))
  return (url) =>
    egress
      .fetch({
        url,
        types: ["text/", "application/"],
        maxBytes: MOST_PAGE_BYTES,
        headers,
        cookies,
        redirects: REDIRECTS,
        millis: MILLIS,
        isPaced: true
      })
      .pipe(
        Effect.map((answer) => ({ url: answer.url, bytes: answer.bytes, type: answer.contentType })),
        Effect.mapError(({ message }) => new ScrapeFailed({ code: "fetch", reason: message }))
      )
}
