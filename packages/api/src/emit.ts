import { productVersion } from "@media/kernel/Version"
import { openApiDocument } from "./Documents.ts"
import { eventsPage } from "./emit/EventsPage.ts"
import { endpointsModule } from "./emit/EndpointsModule.ts"
import { queuesPage } from "./emit/QueuesPage.ts"
import { routesPage } from "./emit/RoutesPage.ts"

/** What `npm run generate` writes, by path. Only the code goes in: the result is the same everywhere. */
export const emit = (queueModules: ReadonlyArray<object>): Readonly<Record<string, string>> => {
  const document = openApiDocument(productVersion)
  return {
    "packages/api/src/generated/openapi.json": `${JSON.stringify(document, null, 1)}\n`,
    "packages/api/src/generated/endpoints.ts": endpointsModule(),
    "docs/generated/routes.md": routesPage(document),
    "docs/generated/queues.md": queuesPage(queueModules),
    "docs/generated/events.md": eventsPage()
  }
}
