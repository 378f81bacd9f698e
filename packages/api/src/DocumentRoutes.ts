import type { RawRoute } from "@media/http/RawRoute"
import { sendWhole } from "@media/http/response/SendWhole"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface RenderedDocuments {
  readonly openApi: Buffer
  readonly page: Buffer
}

/** The rendered OpenAPI document and HTML page of the API. They are rendered on the first request. */
export class ApiDocuments extends Context.Tag("@media/api/ApiDocuments")<
  ApiDocuments,
  Effect.Effect<RenderedDocuments>
>() {}

const documentRoute = (
  path: string,
  contentType: string,
  summary: string,
  select: (documents: RenderedDocuments) => Buffer
): RawRoute<ApiDocuments> => ({
  method: "GET",
  path,
  access: "session",
  body: "none",
  errors: "envelope",
  summary,
  contentType,
  handle: (exchange) =>
    Effect.flatMap(Effect.flatten(ApiDocuments), (documents) => {
      exchange.response.setHeader("Cache-Control", "private, no-store")
      return sendWhole(exchange, { contentType, body: select(documents) })
    })
})

/** The routes that return a description of the whole API, as an OpenAPI document and as an HTML page. */
export const documentRoutes = [
  documentRoute(
    "/api/openapi.json",
    "application/json",
    "The OpenAPI document of these routes",
    ({ openApi }) => openApi
  ),
  documentRoute(
    "/api/docs",
    "text/html; charset=utf-8",
    "The OpenAPI document as a web page",
    ({ page }) => page
  )
] as const
