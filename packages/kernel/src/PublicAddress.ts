import * as Either from "effect/Either"

/** The URL under which browsers reach the service: `PUBLIC_APP_URL` and `PUBLIC_API_URL`, parsed and validated. */
export interface PublicAddress {
  /** The URL that people open, if the operator configured one. */
  readonly app: URL | undefined
  /** Its path without a trailing slash: `/media`, or empty for the root. */
  readonly appPath: string
  /** The API prefix that pages use instead of `/api`: `/media/api`, or `https://api.example.com/api`. */
  readonly apiBase: string
  /** The path of `apiBase`. */
  readonly apiPath: string
  /** The API's origin if it differs from the origin of the pages. */
  readonly api: URL | undefined
  /** Host names in these URLs, which the operator trusts. */
  readonly names: ReadonlyArray<string>
}

/** Allows only characters that are never encoded, so that every path has exactly one spelling. */
const PLAIN_PATH = /^(\/[\w~-]+(\.[\w~-]+)*)*$/

/** First path segments that the server itself uses: a page below one of them would be unreachable. */
const OWN = ["api", "opds", "koreader", "assets"]

const firstOf = (path: string): string => (path.split("/")[1] ?? "").toLowerCase()
const isAtOrBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`)

const webAddress = (name: string, text: string): Either.Either<URL, string> => {
  const wrong = Either.left(`${name} must be a URL such as https://media.example.com`)
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return wrong
  const url = new URL(text)
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return wrong
  return Either.right(url)
}

const plainPath = (name: string, path: string): Either.Either<string, string> => {
  const bare = path.replace(/\/$/, "")
  return PLAIN_PATH.test(bare)
    ? Either.right(bare)
    : Either.left(`the path of ${name} may contain only letters, digits and the characters - _ . ~: ${path}`)
}

/**
 * Tells whether browsers may send a cookie of one origin to the other (`SameSite=Lax`), which requires the same scheme
 * and registrable domain. The exact answer needs a public list of 10,000 suffixes; this check rejects only hosts that
 * do not share their last two labels, which can never be the same domain.
 */
const isMaybeSameSite = (one: URL, other: URL): boolean => {
  if (one.protocol !== other.protocol) return false
  if (one.hostname === other.hostname) return true
  if ([one, other].some(({ hostname }) => /^[\d.]+$|^\[/.test(hostname) || !hostname.includes(".")))
    return false
  const ending = ({ hostname }: URL): string => hostname.split(".").slice(-2).join(".")
  return ending(one) === ending(other)
}

/** Parses both variables; `Left` is a message for the operator. */
export const publicAddress = (
  appUrl: string | undefined,
  apiUrl: string | undefined
): Either.Either<PublicAddress, string> =>
  Either.gen(function* () {
    const app = appUrl === undefined ? undefined : yield* webAddress("PUBLIC_APP_URL", appUrl)
    const appPath = app === undefined ? "" : yield* plainPath("PUBLIC_APP_URL", app.pathname)
    if (OWN.includes(firstOf(appPath)))
      return yield* Either.left(
        `PUBLIC_APP_URL may not be below /${firstOf(appPath)}, because the server uses that path itself`
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
        "PUBLIC_API_URL names a host, so PUBLIC_APP_URL must name the host of the web app; otherwise set PUBLIC_API_URL to a path, such as /api"
      )
    if (!isMaybeSameSite(app, named))
      return yield* Either.left(
        `browsers do not send the session of ${named.origin} from pages of ${app.origin}: give PUBLIC_API_URL the scheme of PUBLIC_APP_URL and the same host or a subdomain of the same domain`
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

/** The default: the app at the root of the requested host, and the API on the same host. */
export const rootAddress: PublicAddress = {
  app: undefined,
  appPath: "",
  apiBase: "/api",
  apiPath: "/api",
  api: undefined,
  names: []
}
