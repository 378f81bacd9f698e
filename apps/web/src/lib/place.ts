/** Where the app and its API lie for this browser: the server writes it into the page, see index.html. */
const said = document.documentElement.dataset

/** The prefix of every path of the app; empty at the root of a domain. */
export const appBase = said["base"] ?? ""

/** The address of the API: a path, or a URL of another origin. */
const apiBase = said["api"] ?? "/api"

/** The server names its addresses from `/api` on, wherever that is for this browser. */
export const apiAddress = (path: string): string => apiBase + path.slice("/api".length)

/** A path of the app as the address bar has it. */
export const appAddress = (path: string): string => appBase + path

/** The path in the address bar as the app's router has it. */
export const pathHere = (): string => location.pathname.slice(appBase.length) || "/"
