import { productVersion } from "@media/kernel/Version"
import { openApiDocument } from "./Documents.ts"
import { clientRoutes } from "./emit/ClientRoutes.ts"
import { endpointList } from "./emit/EndpointList.ts"
import { eventsPage } from "./emit/EventsPage.ts"
import { routesPage } from "./emit/RoutesPage.ts"

/**
 * The second half of `npm run generate`: files derived from the registries, by path. The code is the only input, so the
 * result is the same everywhere.
 */
export const emit = (): Readonly<Record<string, string>> => {
  // The copy in the repository shows changes of contracts. docs/generated/fields.md has the parameters of fields.
  const document = openApiDocument(productVersion, false)
  return {
    "packages/api/src/generated/openapi.json": `${JSON.stringify(document, null, 1)}\n`,
    "packages/api/src/generated/endpoints.ts": endpointList(),
    "packages/web-client/src/generated/routes.ts": clientRoutes(),
    "docs/generated/routes.md": routesPage(document),
    "docs/generated/events.md": eventsPage()
  }
}
