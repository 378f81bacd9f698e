import { typedEndpoints } from "../TypedEndpoints.ts"

interface Group {
  readonly name: string
  /** The longest path with which all paths of the group begin. Undefined if that is only `/api`. */
  readonly base: string | undefined
  readonly endpoints: ReadonlyArray<{ readonly name: string; readonly method: string; readonly path: string }>
}

/** Returns the longest sequence of whole segments with which all paths begin. */
const commonPath = ([first = "", ...others]: ReadonlyArray<string>): string => {
  const segments = first.split("/")
  const differs = (segment: string, at: number) => others.some((path) => path.split("/")[at] !== segment)
  const end = segments.findIndex(differs)
  return segments.slice(0, end < 0 ? segments.length : end).join("/")
}

const groupsOf = (): ReadonlyArray<Group> =>
  [...new Set(typedEndpoints.map(({ group }) => group))].map((name) => {
    const endpoints = typedEndpoints.filter(({ group }) => group === name)
    const base = commonPath(endpoints.map(({ path }) => path))
    return { name, base: base === "/api" ? undefined : base, endpoints }
  })

const entriesOf = ({ endpoints }: Group, quoted: (route: string) => string): string =>
  endpoints.map(({ method, name, path }) => `    ${name}: ${quoted(`${method} ${path}`)}`).join(",\n")

/**
 * Returns the entries of a group as the body of a function whose parameter is the base path. Groups that differ only in
 * their base path yield the same text.
 */
const shapeOf = (group: Group): string =>
  group.base === undefined
    ? ""
    : entriesOf(group, (route) => `\`${route.replace(group.base!, "${path}")}\``).replace(/^ {4}/gm, "  ")

/**
 * Writes the paths of all typed routes for the browser, without schemas. Most item kinds have the same routes under
 * different base paths. The route groups of these kinds share one generated function, which makes the first page load 1
 * KB smaller.
 */
export const clientRoutes = (): string => {
  const groups = groupsOf()
  const shapes = groups.map(shapeOf)
  const shared = [...new Set(shapes)].filter(
    (shape) => shape !== "" && shapes.filter((other) => other === shape).length > 2 && shape.includes("\n")
  )
  const nameOf = (shape: string): string => `shape${shared.indexOf(shape) + 1}`
  const lines = groups.map((group) => {
    const shape = shapeOf(group)
    return shared.includes(shape)
      ? `  ${group.name}: ${nameOf(shape)}(${JSON.stringify(group.base)})`
      : `  ${group.name}: {\n${entriesOf(group, JSON.stringify)}\n  }`
  })
  return [
    "// Made by `npm run generate`. Do not edit.",
    'import type { Routes } from "../PromiseClient.ts"',
    "",
    ...shared.flatMap((shape) => [
      `const ${nameOf(shape)} = <const Path extends \`/api/\${string}\`>(path: Path) => ({\n${shape.replace(/`(,?)$/gm, "` as const$1")}\n})`,
      ""
    ]),
    "export const routes = {",
    lines.join(",\n"),
    "} as const satisfies Routes",
    ""
  ].join("\n")
}
