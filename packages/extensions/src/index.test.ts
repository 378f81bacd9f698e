import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { dateMillis } from "./PackageDate.ts"
import { readIndex } from "./PackageIndex.ts"
import { packagePath } from "./packagePath.ts"
import { withRequirements } from "./requirements.ts"

const hash = "a".repeat(64)
const entry = (id: string, more = "", date = "2025-01-01 00:00:00") => `- id: ${id}
  name: Package ${id}
  version: 1a2b
  date: ${date}
  path: ${id}.zip
  sha256: ${hash}
${more}`
const packagesOf = (source: string) => Either.getOrThrow(readIndex(source)).packages
const refusal = (source: string) =>
  Either.match(readIndex(source), { onLeft: ({ reason }) => reason, onRight: () => "" })

describe("readIndex", () => {
  it("lists the newest version of each package", () => {
    const source = `${entry("one", "  requires: [two, ../three]\n  metadata: {description: Boats}\n")}${entry("one", "", "2024-06-01 00:00:00")}${entry("../up")}- text\n`
    expect(Either.getOrThrow(readIndex(source))).toMatchObject({
      packages: [{ id: "one", date: "2025-01-01 00:00:00", requires: ["two"], description: "Boats" }],
      skipped: 2
    })
  })

  it.each([
    ["name: Scraper", "The address does not contain an index of packages."],
    ["<html><body>", "The address does not contain an index of packages."],
    [`${"- x\n".repeat(100_000)}`, "The index has more than 20,000 packages."],
    [`- &a [x, x]\n${"- [*a, *a]\n".repeat(60)}`, "The index uses more than 100 aliases."],
    [`${"- ".repeat(30)}x`, "The index is nested more than 20 levels deep."],
    [" ".repeat(4 * 1024 ** 2 + 1), "The index is larger than 4 MiB."]
  ])("rejects invalid index number %# with a message", (source, reason) =>
    expect(refusal(source)).toBe(reason)
  )

  it("compares dates with and without a time zone offset", () => {
    expect(dateMillis("2025-01-01 10:00:00")).toBe(Date.parse("2025-01-01T10:00:00Z"))
    expect(dateMillis("2025-01-01 10:00:00 +0200")).toBe(Date.parse("2025-01-01T08:00:00Z"))
    expect(dateMillis("yesterday")).toBe(0)
  })
})

describe("withRequirements", () => {
  const ids = (source: string, wanted: ReadonlyArray<string>) =>
    Either.match(withRequirements(packagesOf(source), wanted), {
      onLeft: ({ reason }) => reason,
      onRight: (found) => found.map(({ id }) => id)
    })

  it("puts required packages before the packages that require them", () => {
    const source =
      entry("a", "  requires: [b, c]\n") +
      entry("b", "  requires: [c]\n") +
      entry("c", "  requires: [a, b]\n") +
      entry("d")
    expect(ids(source, ["a"])).toEqual(["c", "b", "a"])
    expect(ids(source, ["d", "b"])).toHaveLength(4)
  })

  it("reports required packages that the index does not contain", () => {
    expect(ids(entry("a", "  requires: [gone]\n"), ["a"])).toBe(
      'The package "a" needs "gone", which the index does not contain.'
    )
    expect(ids(entry("a"), ["b"])).toBe('The index does not contain the package "b".')
  })

  it("rejects a package that requires more than 200 packages", () => {
    const chain = Array.from({ length: 5_000 }, (_, at) =>
      entry(`p${at}`, `  requires: [p${at + 1}]\n`)
    ).join("")
    expect(ids(chain, ["p0"])).toBe("The packages need more than 200 other packages.")
  })
})

describe("packagePath", () => {
  it.each([
    "../up.yml",
    "a/../../up.yml",
    "/etc/passwd",
    "C:/up.yml",
    "a\\..\\up.yml",
    "a/./b",
    "a//b",
    "nul.yml",
    "a/COM1",
    "a\u0000.yml",
    "end.",
    "end ",
    "",
    "x".repeat(201),
    "a/".repeat(20) + "b",
    "\ud800.yml"
  ])("rejects %j", (key) => expect(packagePath(key)).toBeUndefined())

  it.each(["one.yml", "./one.yml", "py_common/log.py", "déjà vu/ß.yml", "con-fig.yml", ".hidden"])(
    "accepts %j",
    (key) => expect(packagePath(key)).toBe(key.replace(/^\.\//, ""))
  )
})
