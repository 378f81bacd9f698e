import { endpoints } from "../EndpointTable.ts"

/** `endpoints.ts`: where every route lies, without the schemas behind it. */
export const endpointsModule = (): string => {
  const lines = [...new Set(endpoints.map(({ group }) => group))].flatMap((group) => [
    `  ${JSON.stringify(group)}: {`,
    ...endpoints
      .filter((endpoint) => endpoint.group === group)
      .map(({ method, name, path }) => `    ${JSON.stringify(name)}: ${JSON.stringify([method, path])},`),
    "  },"
  ])
  return [
    "// Made by `npm run generate`. Do not edit.",
    "export const endpoints = {",
    ...lines,
    "} as const",
    ""
  ].join("\n")
}
