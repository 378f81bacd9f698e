import { typedEndpoints } from "../EndpointTable.ts"

/** The paths of all typed routes without their schemas: the browser's half of the API. */
export const clientRoutes = (): string => {
  const groups = [...new Set(typedEndpoints.map(({ group }) => group))]
  const lines = groups.flatMap((group) => [
    `  ${group}: {`,
    typedEndpoints
      .filter((endpoint) => endpoint.group === group)
      .map(({ method, name, path }) => `    ${name}: ${JSON.stringify(`${method} ${path}`)}`)
      .join(",\n"),
    group === groups.at(-1) ? "  }" : "  },"
  ])
  return [
    "// Made by `npm run generate`. Do not edit.",
    'import type { Routes } from "../PromiseClient.ts"',
    "",
    "export const routes = {",
    ...lines,
    "} as const satisfies Routes",
    ""
  ].join("\n")
}
