import { productVersion } from "@media/kernel/Version"
import { openApiDocument } from "./Documents.ts"
import { clientRoutes } from "./emit/ClientRoutes.ts"
import { endpointList } from "./emit/EndpointList.ts"
import { eventsPage } from "./emit/EventsPage.ts"
import { routesPage } from "./emit/RoutesPage.ts"

/**
 * Returns the files that the second step of `npm run generate` derives from the registries, keyed by path. The result
 * depends only on the code, so it is the same on every machine.
 */
export const emit = (): Readonly<Record<string, string>> => {
  // The OpenAPI document is committed so that diffs show changes to the contracts. It omits the filter parameters of
  // fields, because docs/generated/fields.md lists all fields.
  const document = openApiDocument(productVersion, false)
  return {
    "packages/api/src/generated/openapi.json": `${JSON.stringify(document, null, 1)}\n`,
    "packages/api/src/generated/endpoints.ts": endpointList(),
    "packages/web-client/src/generated/routes.ts": clientRoutes(),
    "docs/generated/routes.md": routesPage(document),
    "docs/generated/events.md": eventsPage()
  }
}
