import * as OpenApi from "@effect/platform/OpenApi"
import { Api } from "./generated/Api.ts"
import { documentRoutes, type RenderedDocuments } from "./DocumentRoutes.ts"
import { fieldParameters } from "./fieldParameters.ts"
import { rawRoutes } from "./generated/rawRoutes.ts"
import { sharedResponses } from "./sharedResponses.ts"

interface Operation {
  readonly [key: string]: unknown
}

const braces = (path: string): string => path.replace(/:([A-Za-z]+)/g, "{$1}").replace(/\*$/, "{file}")

const sentence = (description: string) => ({ description })

const rawOperation = (route: (typeof rawRoutes)[number]): Operation => ({
  tags: ["streams"],
  summary: route.summary,
  parameters: [...braces(route.path).matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" }
  })),
  responses: {
    200: { description: "The content", content: { [route.contentType]: {} } },
    401: { description: "No valid session" },
    ...(route.access === "administrator" ? { 403: toChanges[403] } : {}),
    404: { description: "Does not exist, or is not visible to the caller" },
    ...Object.fromEntries(
      Object.entries(route.statuses ?? {}).map(([status, meaning]) => [status, sentence(meaning)])
    )
  }
})

/** Errors that every route may return. See docs/error-codes.md. */
const everywhere = {
  400: sentence("The request is malformed"),
  421: sentence("The server does not accept this host name"),
  431: sentence("The request headers are too large"),
  500: sentence("Internal server error"),
  503: sentence("A required service is temporarily unavailable"),
  504: sentence("The database took too long to answer")
}

/** Errors that a route with a request body may return before its handler runs. */
const toChanges = {
  403: sentence("The caller is not allowed to do this, or the request came from a page of another origin"),
  404: sentence("Does not exist, or is not visible to the caller"),
  408: sentence("The body did not arrive in time"),
  413: sentence("The body is too large"),
  415: sentence("The body has an unsupported type")
}

/** Additional responses of GET routes with the tag `streams`, which return files and other raw content. */
const toReads = {
  204: sentence("No value is stored yet"),
  206: sentence("The requested range of the content"),
  304: sentence("The content has not changed"),
  416: sentence("The range is outside the file"),
  422: sentence("The file cannot be played")
}

/**
 * Additional responses of all other routes with the tag `streams`. Other programs store data through these routes, and
 * expect the status codes of their own protocols.
 */
const toForeignChanges = {
  402: sentence("The request was rejected. The app shows the reason only for this status code"),
  409: sentence("Newer data is stored on the server"),
  412: sentence("The resource has changed since the client read it")
}

const complete = (path: string, method: string, operation: Operation, hasFields: boolean): Operation => {
  const isRead = method === "get"
  const parameters = (operation["parameters"] ?? []) as ReadonlyArray<{ readonly name: string }>
  const isBytes = Array.isArray(operation["tags"]) && operation["tags"].includes("streams")
  return {
    ...operation,
    ...(isRead && hasFields ? { parameters: [...parameters, ...fieldParameters(path, parameters)] } : {}),
    responses: {
      ...everywhere,
      ...(isRead ? {} : toChanges),
      ...(isRead && isBytes ? toReads : {}),
      ...(!isRead && isBytes ? toForeignChanges : {}),
      ...(operation["responses"] as object)
    }
  }
}

/**
 * Removes the decoding error that @effect/platform adds to every 400 response in the document. Clients never receive
 * this error, because `envelopeNet` converts it to a `validation` error.
 */
const withoutPlatformErrors = <A>(value: A): A => {
  if (Array.isArray(value)) {
    const kept = value.filter(
      (item) => (item as { $ref?: string } | null)?.$ref !== "#/components/schemas/HttpApiDecodeError"
    )
    return kept.map(withoutPlatformErrors) as A
  }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !["HttpApiDecodeError", "Issue", "PropertyKey"].includes(key))
      .map(([key, field]) => [key, withoutPlatformErrors(field)])
  ) as A
}

/**
 * Returns the OpenAPI 3.1 document of all routes under `/api`, typed and raw. If `hasFields` is false, the document
 * omits the query parameters for filtering lists by field.
 */
export const openApiDocument = (version: string, hasFields = true): object => {
  const spec = OpenApi.fromApi(Api)
  const paths: Record<string, object> = { ...spec.paths }
  for (const route of rawRoutes) {
    const path = braces(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: rawOperation(route) }
  }
  for (const { contentType, path, summary } of documentRoutes)
    paths[path] = {
      get: {
        tags: ["documents"],
        summary,
        responses: { 200: { description: contentType }, 401: { description: "No valid session" } }
      }
    }
  for (const [path, operations] of Object.entries(paths)) {
    paths[path] = Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        complete(path, method, operation as Operation, hasFields)
      ])
    )
  }
  const document = withoutPlatformErrors({
    ...spec,
    info: { ...spec.info, title: "Media Library", version },
    paths
  })
  const shared = sharedResponses(document.paths as never)
  return {
    ...document,
    paths: shared.paths,
    components: { ...document.components, responses: shared.responses }
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Returns the HTML page that lists the routes. The page has no scripts. */
export const documentPage = (document: object): string => {
  const { paths } = document as {
    paths: Record<string, Record<string, { summary?: string; operationId?: string }>>
  }
  const rows = Object.entries(paths)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, { operationId, summary }]) =>
          `<tr><td><b>${escapeHtml(method.toUpperCase())}</b></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(summary ?? operationId ?? "")}</td></tr>`
      )
    )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>API of Media Library</title>
<meta name="viewport" content="width=device-width"><h1>API</h1>
<p>Every response is <code>{ok: true, data}</code> or <code>{ok: false, error: {code, message}}</code>, except for streams. A
<code>validation</code> error lists all invalid fields as <code>fields: [{path, message}]</code>.
Sign in with <code>POST /api/auth/login</code> and send the token as <code>Authorization: Bearer</code>.
The full description is <a href="/api/openapi.json">openapi.json</a>.</p>
<table>${rows.join("\n")}</table></html>`
}

/** Renders the OpenAPI document and the HTML page. */
export const renderDocuments = (version: string): RenderedDocuments => {
  const document = openApiDocument(version)
  return { openApi: Buffer.from(JSON.stringify(document)), page: Buffer.from(documentPage(document)) }
}
