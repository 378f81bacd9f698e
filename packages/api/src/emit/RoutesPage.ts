import * as HttpApi from "@effect/platform/HttpApi"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { Api } from "../generated/Api.ts"
import { documentRoutes } from "../DocumentRoutes.ts"
import { rawRoutes } from "../generated/rawRoutes.ts"
import { code, page, table } from "./Markdown.ts"

type Row = readonly [method: string, path: string, access: string, name: string, errors: string]

interface Documented {
  readonly paths: Record<string, Record<string, { readonly responses?: Record<string, unknown> }>>
  readonly components: { readonly responses: Record<string, unknown> }
}

/**
 * Error codes that the page does not list for each route, because they apply to all routes or follow from the route's
 * access level.
 */
const shared = new Set(["validation", "authentication_required", "admin_required", "view_only"])

/** Returns the error codes of a route that the page lists, taken from the identifiers of its error schemas. */
const errorsOf = (document: Documented, method: string, path: string, access: string): string => {
  const operation = document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]
  const responses = Object.values(operation?.responses ?? {}).map((response) => inFull(document, response))
  const found = JSON.stringify(responses).matchAll(/#\/components\/schemas\/Error_(\w+)/g)
  return [...new Set([...found].map(([, name]) => name ?? ""))]
    .filter((name) => !shared.has(name) || (name === "admin_required" && access !== "administrator"))
    .sort()
    .map(code)
    .join(", ")
}

const inFull = ({ components }: Documented, response: unknown): unknown => {
  const { $ref = "" } = response as { readonly $ref?: string }
  return components.responses[$ref.replace("#/components/responses/", "")] ?? response
}

const typedRows = (document: Documented): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, middleware }) => {
      const required = new Set([...middleware].map(({ key }) => key))
      const access = required.has(RequireAdmin.key)
        ? "administrator"
        : required.has(RequireSession.key)
          ? "signed in"
          : "public"
      const { method, name, path } = endpoint
      rows.push([
        method,
        path,
        access,
        `${group.identifier}.${name}`,
        errorsOf(document, method, path, access)
      ])
    }
  })
  return rows
}

export const routesPage = (document: object): string => {
  const rows = [...typedRows(document as Documented)].sort(
    ([aMethod, aPath], [bMethod, bPath]) => compare(aPath, bPath) || compare(aMethod, bMethod)
  )
  return page(
    "Routes",
    "These routes return JSON in the envelope. The table omits errors that any route can return and errors that follow from the " +
      'column "Who". All errors are described in [error codes](../error-codes.md).',
    table(
      ["Method", "Path", "Who", "Name", "Own errors"],
      rows.map(([method, path, access, name, errors]) => [method, code(path), access, code(name), errors])
    ),
    "## Bytes",
    'These routes do not use the envelope. Their error responses consist of a status and a line of text. In the column "Who", `basic` means that each request contains a username and password, and `reading-key` means KOReader\'s headers. Both also accept a session: its cookie, `Authorization: Bearer`, or `access_token` on routes that read it.',
    table(
      ["Method", "Path", "Who", "Content", "What"],
      rawRoutes.map(({ access, contentType, method, path, summary }) => [
        method,
        code(path),
        access === "session" ? "signed in" : access,
        contentType,
        summary
      ])
    ),
    "## Other routes",
    table(
      ["Method", "Path", "Who", "What"],
      [
        ["GET", code("/api/live"), "signed in", "WebSocket that reports changes in real time"],
        ...documentRoutes.map(({ method, path, summary }) => [method, code(path), "signed in", summary])
      ]
    )
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
