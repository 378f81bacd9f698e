/** The addresses of the app and its API for this browser. The server writes them into the page, see index.html. */
const said = document.documentElement.dataset

/** The prefix of every path of the app; empty at the root of a domain. */
export const appBase = said["base"] ?? ""

/** The address of the API: a path, or a URL of another origin. */
const apiBase = said["api"] ?? "/api"

/** The server's addresses begin with `/api`; this replaces it with the address for this browser. */
export const apiAddress = (path: string): string => apiBase + path.slice("/api".length)

/** Adds the base path of the app, as in the address bar. */
export const appAddress = (path: string): string => appBase + path

/** The path in the address bar without the base path, as the router expects. */
export const pathHere = (): string => location.pathname.slice(appBase.length) || "/"
