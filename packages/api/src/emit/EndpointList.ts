import { typedEndpoints } from "../TypedEndpoints.ts"

/**
 * Writes the paths of all typed routes without schemas. With this list, the server can match a route before it loads
 * the contracts.
 */
export const endpointList = (): string =>
  [
    "// Made by `npm run generate`. Do not edit.",
    'import type { TypedEndpoint } from "../TypedEndpoints.ts"',
    "",
    "/** The routes of the typed API. */",
    "export const typedEndpoints: ReadonlyArray<TypedEndpoint> = [",
    typedEndpoints.map((endpoint) => `  ${JSON.stringify(endpoint)}`).join(",\n"),
    "]",
    ""
  ].join("\n")
