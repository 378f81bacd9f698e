// @vitest-environment node
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { versionsOf } from "./versions"

describe("versionsOf", () => {
  it("separates the notes for users from the technical notes", () => {
    const [second, first] = versionsOf(
      "# Changelog\n\nAbout it.\n\n## 2.0\n\n- New\n\n### Technical notes\n\n- Table\n- Index\n\n## 1.0\n\n- First"
    )
    expect(second).toMatchObject({ name: "2.0", notes: [{ kind: "list" }] })
    expect(second?.technical).toMatchObject([{ items: [[{ text: "Table" }], [{ text: "Index" }]] }])
    expect(first).toMatchObject({ name: "1.0", notes: [{ kind: "list" }], technical: [] })
  })

  it("returns no versions for an empty file", () => {
    expect(versionsOf("")).toEqual([])
    expect(versionsOf("# Changelog\n")).toEqual([])
  })

  it("finds one to three notes for users in each version of our own changelog", () => {
    const own = versionsOf(readFileSync(new URL("../../../../../CHANGELOG.md", import.meta.url), "utf8"))
    expect(own.length).toBeGreaterThan(0)
    for (const { name, notes } of own) {
      const lines = notes.reduce((sum, block) => sum + (block.kind === "list" ? block.items.length : 1), 0)
      expect([name, lines > 0 && lines <= 3]).toEqual([name, true])
    }
  })
})
