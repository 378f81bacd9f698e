import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))

const configFiles = ["packages", "apps"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /Config\w*\.ts$/.test(path) && !/node_modules|dist|\.test\.ts$/.test(path))
    .map((path) => join(root, folder, path))
)

const ours = /"((?:MEDIA|PUBLIC|DATABASE|CHANGELOG)_[A-Z0-9_]+|PORT|HOST|LOG_LEVEL)"/g

it("lists in the operator's manual every environment variable that the code reads", () => {
  const manual = readFileSync(join(root, "docs/operations.md"), "utf8")
  const names = configFiles.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(ours)].map((match) => match[1]!)
  )
  expect(names).toContain("PORT")
  expect([...new Set(names)].filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
})
