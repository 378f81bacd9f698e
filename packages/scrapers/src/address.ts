import type { Action, Replacement } from "./definition/Definition.ts"
import { compileGo, replaceAllGo } from "./go/regex.ts"

/** The known values of the item to search for, with the field names of the scraper format. */
export interface Fragment {
  readonly checksum?: string
  readonly oshash?: string
  /** The base name of the file, including its extension. */
  readonly filename?: string
  readonly title?: string
  readonly url?: string
  readonly code?: string
  readonly date?: string
  readonly details?: string
  readonly director?: string
  readonly remote_site_id?: string
}

export type ActionQuery =
  | { readonly by: "name"; readonly name: string }
  | { readonly by: "url"; readonly url: string }
  | { readonly by: "fragment"; readonly fragment: Fragment }

/** The URL to fetch, or the name of a value that the URL needs and the item lacks. */
export type Address = { readonly url: string } | { readonly needs: string }

const FRAGMENT = ["checksum", "oshash", "filename", "title", "url"] as const
const QUERY_FRAGMENT = ["title", "code", "url", "date", "details", "director", "remote_site_id"] as const

/** Maximum length of a value in a URL. Longer values are truncated, because they cannot be part of a URL. */
const MOST_LETTERS = 2_048

/** Applies the replacements in order and trims each result. Skips invalid expressions. */
export const replaceEach = (value: string, replacements: ReadonlyArray<Replacement>): string =>
  replacements.reduce((text, { regex, with: by }) => {
    const compiled = regex === "" ? undefined : compileGo(regex)
    return compiled === undefined ? text : replaceAllGo(compiled, text, by).trim()
  }, value)

/** Encodes text like an HTML form, with `+` for a space. */
const formEncoded = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

const filled = (
  action: Action,
  names: ReadonlyArray<string>,
  values: Readonly<Record<string, string | undefined>>
): Address => {
  let url = action.queryUrl
  for (const name of names) {
    const placeholder = `{${name}}`
    if (!action.queryUrl.includes(placeholder)) continue
    const value = values[name]
    if (value === undefined || value === "") return { needs: name }
    url = url.replaceAll(placeholder, () =>
      replaceEach(value.slice(0, MOST_LETTERS), action.queryUrlReplace[name] ?? [])
    )
  }
  return { url }
}

/**
 * Returns the URL that an action requests. Only names are encoded. All other values are inserted unencoded, as scraper
 * files expect.
 */
export const addressOf = (action: Action, query: ActionQuery): Address => {
  switch (query.by) {
    case "name":
      return { url: action.queryUrl.replaceAll("{}", () => formEncoded(query.name.slice(0, MOST_LETTERS))) }
    case "url":
      return action.queryUrl === "" || Object.keys(action.queryUrlReplace).length === 0
        ? { url: query.url }
        : filled(action, ["url"], { url: query.url })
    case "fragment":
      return filled(
        action,
        action.input === "queryFragment" ? QUERY_FRAGMENT : FRAGMENT,
        query.fragment as Readonly<Record<string, string | undefined>>
      )
  }
}

/** Returns the first action that supports a URL. An action supports a URL that contains one of the action's parts. */
export const actionForUrl = (actions: ReadonlyArray<Action>, url: string): Action | undefined =>
  actions.find(
    (action) => action.input === "url" && action.urls.some((part) => part !== "" && url.includes(part))
  )
