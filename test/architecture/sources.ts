import { existsSync, readdirSync, readFileSync } from "node:fs"
import { posix } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

export const root = fileURLToPath(new URL("../../", import.meta.url))

export interface Import {
  /** A path in this repository, or the specifier of a package, such as `packages/pg/src/Rows.ts` or `effect/Effect`. */
  readonly target: string
  /** True for `import type`, which the compiler removes. */
  readonly isType: boolean
}

export interface Source {
  readonly path: string
  readonly text: string
  /** The text without comments. */
  readonly code: string
  /** Number of lines. 0 for generated files, which may be long. */
  readonly lines: number
  readonly imports: ReadonlyArray<Import>
  /** True for tests and for files that only tests use. */
  readonly isTest: boolean
}

export const read = (path: string): string => readFileSync(root + path, "utf8")

const skipped = new Set(["node_modules", "dist", ".git"])

/** Returns the paths of all files below a folder, relative to the repository. */
export const filesBelow = (folder: string): ReadonlyArray<string> =>
  existsSync(root + folder)
    ? readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
        if (skipped.has(entry.name)) return []
        const path = `${folder}/${entry.name}`
        return entry.isDirectory() ? filesBelow(path) : [path]
      })
    : []

/** Regular expressions for globs such as `a/{b,c}/*.ts` and `**`, keyed by glob. */
const patterns = new Map<string, RegExp>()
export const matches = (glob: string, path: string): boolean => {
  const known = patterns.get(glob)
  if (known !== undefined) return known.test(path)
  const body = glob
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
    .replace(/\*\*|\*/g, (star) => (star === "**" ? ".*" : "[^/]*"))
  const pattern = new RegExp(`^${body}$`)
  patterns.set(glob, pattern)
  return pattern.test(path)
}

const testFile = /\.(test|fixture)\.ts$|\/testing\/|\/TestFacts\.ts$|^packages\/testkit\/|^test\/|^bench\//

const scriptOf = (path: string, text: string): string =>
  path.endsWith(".vue")
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).join("\n")
    : text

/** Names of workspaces in the scope `@media` that are in `apps/` instead of `packages/`. */
const apps = new Set(["server", "worker", "standalone", "web"])

const resolve = (from: string, specifier: string): string => {
  if (specifier.startsWith("@media/")) {
    const [, name = "", ...rest] = specifier.split("/")
    const folder = apps.has(name) ? "apps" : "packages"
    return `${folder}/${name}/src/${rest.join("/")}.ts`
  }
  if (specifier.startsWith("@/")) return withEnding(`apps/web/src/${specifier.slice(2)}`)
  return specifier.startsWith(".") ? withEnding(posix.join(posix.dirname(from), specifier)) : specifier
}

const withEnding = (path: string): string =>
  [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => known.has(candidate)) ?? path

const importsOf = (path: string, script: string): ReadonlyArray<Import> =>
  ts.preProcessFile(script, true, true).importedFiles.map(({ fileName, pos }) => {
    const before = script.slice(0, pos)
    const start = [...before.matchAll(/^(?:import|export)\b/gm)].at(-1)?.index ?? 0
    const isType = /^(?:import|export) type\b[^"'`]*\bfrom\s*["']?$/.test(before.slice(start))
    return { target: resolve(path, fileName), isType }
  })

const paths = ["packages", "apps", "test", "bench"]
  .flatMap(filesBelow)
  .filter((path) => /\.(ts|vue)$/.test(path) && !path.endsWith(".d.ts"))
const known = new Set(paths)

/** All source files. Each file is read and parsed once. */
export const sources: ReadonlyArray<Source> = paths.map((path) => {
  const text = read(path)
  const script = scriptOf(path, text)
  return {
    path,
    text,
    code: script.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1"),
    lines: path.includes("/generated/") ? 0 : text.split("\n").length - 1,
    imports: importsOf(path, script),
    isTest: testFile.test(path)
  }
})

/** Source files of production code outside of the web app. */
export const serverSources = sources.filter(({ isTest, path }) => !isTest && !path.startsWith("apps/web/"))
