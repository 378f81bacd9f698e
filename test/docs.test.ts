import { existsSync } from "node:fs"
import { posix } from "node:path"
import { expect, it } from "vitest"
import { filesBelow, read, root } from "./architecture/sources.ts"

const pages = [
  ...filesBelow("docs").filter((path) => path.endsWith(".md")),
  ...["README.md", "CONTRIBUTING.md", "packages/jobs/README.md"].filter((path) => existsSync(root + path))
]

it("contains no broken links", () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^[a-z]+:/.test(link) && !link.endsWith(".png"))
      .filter((link) => !existsSync(root + posix.join(posix.dirname(page), link)))
      .map((link) => `${page}: ${link}`)
  )
  expect(dead).toEqual([])
})

it("keeps decisions short, numbered without gaps, and listed with their titles", () => {
  const records = filesBelow("docs/adr")
    .map((path) => path.slice("docs/adr/".length))
    .filter((name) => /^\d/.test(name))
    .sort()
  expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, index) => index + 1))
  const long = records.filter((name) => read(`docs/adr/${name}`).trimEnd().split("\n").length > 40)
  expect(long).toEqual([])
  const index = read("docs/README.md")
  // An entry of the index repeats the title of the decision, which contains its number.
  const unlisted = records.filter((name) => {
    const [, number, title] = /^# (\d{4}) ([A-Z`].*)$/m.exec(read(`docs/adr/${name}`)) ?? []
    return (
      number !== name.slice(0, 4) ||
      !new RegExp(`\\(adr/${name}\\) +\\| (.*?) +\\|`).exec(index)?.[1]?.includes(title!)
    )
  })
  expect(unlisted).toEqual([])
})

it("lists only variables in the README that the code reads", () => {
  const readers = ["packages", "apps"]
    .flatMap(filesBelow)
    .filter((path) => /[Cc]onfig\w*\.ts$/.test(path))
    .map(read)
    .join("\n")
  const rows = read("README.md").match(/^\| `[A-Z_]+`.*$/gm) ?? []
  const names = rows.flatMap((row) =>
    [...row.split(" | ")[0]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!)
  )
  expect(names).toContain("PORT")
  expect(names.filter((name) => !readers.includes(`"${name}"`))).toEqual([])
})
