/**
 * The `data-` attributes of the root element. In these attributes, the server stores the base URL of the app and the
 * base URL of its API for this browser. See index.html.
 */
const said = document.documentElement.dataset

/** The prefix of every path of the app. Empty at the root of a domain. */
export const appBase = said["base"] ?? ""

/** The URL of the API: a path, or a URL with another origin. */
const apiBase = said["api"] ?? "/api"

/**
 * Returns the URL of an API path for this browser. Replaces the prefix `/api`, with which all paths in server
 * responses begin.
 */
export const apiAddress = (path: string): string => apiBase + path.slice("/api".length)

/** Adds the base path of the app to a path. */
export const appAddress = (path: string): string => appBase + path

/** Returns the current path without the base path, as the router expects it. */
export const pathHere = (): string => location.pathname.slice(appBase.length) || "/"
