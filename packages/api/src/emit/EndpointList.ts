import { typedEndpoints } from "../TypedEndpoints.ts"

/** The paths of all typed routes without their schemas, so that the server finds a route before it loads the contracts. */
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
