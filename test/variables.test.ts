import { expect, it } from "vitest"
import { filesBelow, read } from "./architecture/sources.ts"

/**
 * Variables that the specification of the service requires, each with its default in the manual. The list is repeated
 * here, because otherwise a variable that is missing in both the manual and the code would go unnoticed.
 */
const specified: Readonly<Record<string, string>> = {
  DATABASE_URL: "private PostgreSQL",
  PORT: "`8008`",
  HOST: "`0.0.0.0`",
  MEDIA_DATA_DIR: "`/data`",
  MEDIA_CACHE_DIR: "`$MEDIA_DATA_DIR/cache`",
  MEDIA_PHASH_BIN: "`media-phash`",
  MEDIA_SECRET: "generated",
  CHANGELOG_PATH: "`/app/CHANGELOG.md`",
  PUBLIC_API_URL: "`/api`",
  PUBLIC_APP_URL: "none",
  MEDIA_RECOVERY_PASSWORD: "none",
  MEDIA_RECOVERY_USERNAME: "`admin`",
  MEDIA_E2E_WEB_URL: "`http://127.0.0.1:8008`"
}
/** Variables that our processes pass to each other or that the system sets. Users do not configure them. */
const ours = ["MEDIA_CRASHED_PID", "MEDIA_HELD", "PATH"]

const manual = read("docs/operations.md")
const rows = new Map(
  (manual.match(/^\| `[A-Z0-9_]+`.*$/gm) ?? []).flatMap((row) => {
    const [, names = "", preset = ""] = row.split(/\s+\|\s+|^\|\s+/)
    return [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => [name!, preset] as const)
  })
)

/** Files that may read the environment, and files that run or test the product from outside. */
const readers = ["packages", "apps", "scripts", "test/e2e"]
  .flatMap(filesBelow)
  .filter((path) => /Config\w*\.ts$|^scripts\/.*\.mjs$|^test\/e2e\/[^.]+\.ts$/.test(path))
const inCode = new Set(
  readers.flatMap((path) =>
    [
      ...read(path).matchAll(
        /["'.]((?:MEDIA|PUBLIC|DATABASE|CHANGELOG|TRACE|LOG)_[A-Z0-9_]+|PORT|HOST|PATH)\b/g
      )
    ].map(([, name]) => name!)
  )
)

it("documents each specified variable with its default, and specifies only variables that the code reads", () => {
  const wrong = Object.entries(specified).filter(
    ([name, preset]) => rows.get(name)?.includes(preset) !== true
  )
  expect(wrong).toEqual([])
  expect(Object.keys(specified).filter((name) => !inCode.has(name))).toEqual([])
})

it("lists in the manual's table exactly the variables that the code reads", () => {
  const documented = new Set([...rows.keys(), ...ours])
  expect([...inCode].filter((name) => !documented.has(name) && name !== "MEDIA_WEB_PROXY")).toEqual([])
  expect([...rows.keys()].filter((name) => !inCode.has(name))).toEqual([])
})
