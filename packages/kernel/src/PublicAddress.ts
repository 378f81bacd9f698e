import * as Either from "effect/Either"

/** Where browsers find the service: `PUBLIC_APP_URL` and `PUBLIC_API_URL`, read and checked. */
export interface PublicAddress {
  /** The address people open, when the operator told it. */
  readonly app: URL | undefined
  /** Its path without a slash at the end: `/media`, empty for the root of a name. */
  readonly appPath: string
  /** What pages write in the place of `/api`: `/media/api`, or `https://api.example.com/api`. */
  readonly apiBase: string
  /** The path of that. */
  readonly apiPath: string
  /** Where the API is for pages, if that is another origin than theirs. */
  readonly api: URL | undefined
  /** Host names in these addresses: the operator vouches for them. */
  readonly names: ReadonlyArray<string>
}

/** Every segment is written one way only: nothing in it is ever encoded. */
const PLAIN_PATH = /^(\/[\w~-]+(\.[\w~-]+)*)*$/

/** First segments that are the server's own: a page below one would hide it. */
const OWN = ["api", "opds", "koreader", "assets"]

const firstOf = (path: string): string => (path.split("/")[1] ?? "").toLowerCase()
const isAtOrBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`)

const webAddress = (name: string, text: string): Either.Either<URL, string> => {
  const wrong = Either.left(`${name} must be an address such as https://media.example.com`)
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return wrong
  const url = new URL(text)
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return wrong
  return Either.right(url)
}

const plainPath = (name: string, path: string): Either.Either<string, string> => {
  const bare = path.replace(/\/$/, "")
  return PLAIN_PATH.test(bare)
    ? Either.right(bare)
    : Either.left(`the path of ${name} may have letters, digits and the marks - _ . ~ only: ${path}`)
}

/**
 * Do browsers send a cookie of the one to the other (`SameSite=Lax`)? They need the same scheme and the same registered name.
 * Which names those are is a public list of 10,000 endings; what is refused here shares no two last labels, which no
 * registered name allows.
 */
const isMaybeSameSite = (one: URL, other: URL): boolean => {
  if (one.protocol !== other.protocol) return false
  if (one.hostname === other.hostname) return true
  if ([one, other].some(({ hostname }) => /^[\d.]+$|^\[/.test(hostname) || !hostname.includes(".")))
    return false
  const ending = ({ hostname }: URL): string => hostname.split(".").slice(-2).join(".")
  return ending(one) === ending(other)
}

/** Reads both variables; `Left` is a sentence for the operator. */
export const publicAddress = (
  appUrl: string | undefined,
  apiUrl: string | undefined
): Either.Either<PublicAddress, string> =>
  Either.gen(function* () {
    const app = appUrl === undefined ? undefined : yield* webAddress("PUBLIC_APP_URL", appUrl)
    const appPath = app === undefined ? "" : yield* plainPath("PUBLIC_APP_URL", app.pathname)
    if (OWN.includes(firstOf(appPath)))
      return yield* Either.left(
        `PUBLIC_APP_URL may not be below /${firstOf(appPath)}, which is the server's own`
      )

    const isPath = apiUrl === undefined || /^\/(?!\/)/.test(apiUrl)
    const named = isPath ? undefined : yield* webAddress("PUBLIC_API_URL", apiUrl)
    const apiPath = yield* plainPath("PUBLIC_API_URL", named?.pathname ?? apiUrl ?? `${appPath}/api`)
    if (apiPath === "")
      return yield* Either.left("PUBLIC_API_URL must have a path, such as https://media.example.com/api")
    if (isAtOrBelow(appPath, apiPath) || ["opds", "koreader", "assets"].includes(firstOf(apiPath)))
      return yield* Either.left(`PUBLIC_API_URL would hide pages of the web app at ${apiPath}`)
    if (named === undefined)
      return { app, appPath, apiBase: apiPath, apiPath, api: undefined, names: app ? [app.hostname] : [] }

    if (app === undefined)
      return yield* Either.left(
        "PUBLIC_API_URL names a host, so PUBLIC_APP_URL must say where the web app is; or give the path alone, such as /api"
      )
    if (!isMaybeSameSite(app, named))
      return yield* Either.left(
        `browsers keep the session from ${named.origin} on pages of ${app.origin}: PUBLIC_API_URL must have the scheme of PUBLIC_APP_URL, and its host or one below the same domain`
      )
    const isElsewhere = named.origin !== app.origin
    return {
      app,
      appPath,
      apiBase: isElsewhere ? named.origin + apiPath : apiPath,
      apiPath,
      api: isElsewhere ? named : undefined,
      names: [...new Set([app.hostname, named.hostname])]
    }
  })

/** Nothing told: the app at the root of whatever name was asked for, the API beside it. */
export const rootAddress: PublicAddress = {
  app: undefined,
  appPath: "",
  apiBase: "/api",
  apiPath: "/api",
  api: undefined,
  names: []
}
