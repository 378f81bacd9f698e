import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { affectedRuns, baseOf } from "../scripts/changes.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const projects = ["unit", "pg", "mocked", "e2e", "media", "system", "web", "web-mocked"]

/**
 * Returns the names of the runs for changed files. `*` marks runs that vitest limits to tests that import the files.
 */
const runs = (...files: ReadonlyArray<string>) =>
  affectedRuns({ root, commit: "abc", files, projects }).map(({ args, name }) =>
    args.includes("--changed") ? `${name}*` : name
  )

describe("npm test -- --changed", () => {
  it("compares with main unless another branch is given", () => {
    expect(baseOf(["--changed", "unit"])).toBe("main")
    expect(baseOf(["unit", "--changed=release"])).toBe("release")
    expect(baseOf(["unit"])).toBeUndefined()
  })

  it("runs no tests if no file changed", () => {
    expect(runs()).toEqual([])
  })

  it("runs the tests that read documentation if only documentation changed", () => {
    expect(runs("docs/operations.md", "README.md")).toEqual(["unit-text"])
  })

  it("skips database, media and product tests if only the web app changed", () => {
    expect(runs("apps/web/src/features/trash/TrashPage.vue")).toEqual([
      ...["unit*", "unit-text", "web*", "web-mocked*"]
    ])
  })

  it("runs all product tests if the server changed", () => {
    expect(runs("packages/jobs/src/Slot.ts")).toEqual([
      ...["unit*", "unit-text", "pg*", "mocked*", "e2e", "media*", "system", "web*", "web-mocked*"]
    ])
  })

  it("runs only tests that import a changed file if only tests changed", () => {
    expect(runs("packages/jobs/src/Slot.pg.test.ts")).toContain("e2e*")
  })

  it("runs all database tests if the schema changed", () => {
    expect(runs("migrations/0001_events.sql")).toEqual(expect.arrayContaining(["pg", "mocked", "system"]))
  })

  it("does not count database tests among the tests that read documentation", () => {
    const [text] = affectedRuns({ root, commit: "abc", files: ["README.md"], projects })
    expect(text?.args).toContain("test/docs.test.ts")
    expect(text?.args.filter((path) => path.includes(".pg."))).toEqual([])
  })
})
