import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { affectedRuns, baseOf } from "../scripts/changes.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const projects = ["unit", "pg", "mocked", "e2e", "media", "system", "web", "web-mocked"]

/** The runs for these changes, each as its name, with `*` where vitest narrows it down by imports. */
const runs = (...files: ReadonlyArray<string>) =>
  affectedRuns({ root, commit: "abc", files, projects }).map(({ args, name }) =>
    args.includes("--changed") ? `${name}*` : name
  )

describe("npm test -- --changed", () => {
  it("uses main as the base unless another one is given", () => {
    expect(baseOf(["--changed", "unit"])).toBe("main")
    expect(baseOf(["unit", "--changed=release"])).toBe("release")
    expect(baseOf(["unit"])).toBeUndefined()
  })

  it("runs nothing when nothing changed", () => {
    expect(runs()).toEqual([])
  })

  it("runs the tests that read pages when only pages changed", () => {
    expect(runs("docs/operations.md", "README.md")).toEqual(["unit-text"])
  })

  it("leaves out database, media and product tests for a change of the web app", () => {
    expect(runs("apps/web/src/features/trash/TrashPage.vue")).toEqual([
      ...["unit*", "unit-text", "web*", "web-mocked*"]
    ])
  })

  it("runs all product tests for a change of the server, and follows imports elsewhere", () => {
    expect(runs("packages/jobs/src/Slot.ts")).toEqual([
      ...["unit*", "unit-text", "pg*", "mocked*", "e2e", "media*", "system", "web*", "web-mocked*"]
    ])
  })

  it("follows imports everywhere when only tests changed", () => {
    expect(runs("packages/jobs/src/Slot.pg.test.ts")).toContain("e2e*")
  })

  it("runs all database tests for a change of the schema", () => {
    expect(runs("migrations/0001_events.sql")).toEqual(expect.arrayContaining(["pg", "mocked", "system"]))
  })

  it("names the text tests by their paths", () => {
    const [text] = affectedRuns({ root, commit: "abc", files: ["README.md"], projects })
    expect(text?.args).toContain("test/docs.test.ts")
    expect(text?.args.filter((path) => path.includes(".pg."))).toEqual([])
  })
})
