import * as Either from "effect/Either"

/**
 * The parsed and validated values of `PUBLIC_APP_URL` and `PUBLIC_API_URL`: the URLs under which browsers reach the
 * service.
 */
export interface PublicAddress {
  /** The URL that users open, or undefined if the operator did not configure one. */
  readonly app: URL | undefined
  /** The path of `app` without a trailing slash, such as `/media`. Empty for the root. */
  readonly appPath: string
  /** The prefix that pages use instead of `/api`, such as `/media/api` or `https://api.example.com/api`. */
  readonly apiBase: string
  /** The path of `apiBase`. */
  readonly apiPath: string
  /** The URL of the API if its origin differs from the origin of the pages, otherwise undefined. */
  readonly api: URL | undefined
  /** Host names in `app` and `api`. The operator trusts these names. */
  readonly names: ReadonlyArray<string>
}

/** Matches paths whose characters are never percent-encoded, so that each path has only one spelling. */
const PLAIN_PATH = /^(\/[\w~-]+(\.[\w~-]+)*)*$/

/** First path segments that the server itself uses. A web app at such a path would be unreachable. */
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
 * True if browsers may send cookies of one origin to the other (`SameSite=Lax`). Browsers require the same scheme and
 * the same registrable domain. An exact check would need a public list of 10,000 suffixes. This check rejects only
 * hosts whose last two labels differ, because such hosts never share a registrable domain.
 */
const isMaybeSameSite = (one: URL, other: URL): boolean => {
  if (one.protocol !== other.protocol) return false
  if (one.hostname === other.hostname) return true
  if ([one, other].some(({ hostname }) => /^[\d.]+$|^\[/.test(hostname) || !hostname.includes(".")))
    return false
  const ending = ({ hostname }: URL): string => hostname.split(".").slice(-2).join(".")
  return ending(one) === ending(other)
}

/** Parses `PUBLIC_APP_URL` and `PUBLIC_API_URL`. A `Left` is a message for the operator. */
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
        "PUBLIC_API_URL contains a host, so PUBLIC_APP_URL must contain the host of the web app. Otherwise, set PUBLIC_API_URL to a path, such as /api"
      )
    if (!isMaybeSameSite(app, named))
      return yield* Either.left(
        `browsers do not send the session cookie of ${named.origin} from pages of ${app.origin}: PUBLIC_API_URL must have the scheme of PUBLIC_APP_URL and the same host or a subdomain of the same domain`
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

/** The default address: the app is at the root of the requested host, and the API is on the same host. */
export const rootAddress: PublicAddress = {
  app: undefined,
  appPath: "",
  apiBase: "/api",
  apiPath: "/api",
  api: undefined,
  names: []
}
