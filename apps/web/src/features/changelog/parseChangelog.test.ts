// @vitest-environment node
import { describe, expect, it } from "vitest"
import { parseChangelog, parseInline } from "./parseChangelog"

describe("parseChangelog", () => {
  it("reads headings, paragraphs and lists that span several lines", () => {
    const blocks = parseChangelog("# Changes\n\nOne\nparagraph.\n\n- first\n  goes on\n- second\n## Next")
    expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "heading"])
    expect(blocks[1]).toMatchObject({ content: [{ text: "One paragraph." }] })
    expect(blocks[2]).toMatchObject({ items: [[{ text: "first goes on" }], [{ text: "second" }]] })
  })

  it("parses inline formatting", () => {
    expect(parseInline("a **b** `c` *d* <https://e.example/>").map((part) => part.kind)).toEqual([
      "text",
      "strong",
      "text",
      "code",
      "text",
      "emphasis",
      "text",
      "link"
    ])
  })

  it("treats HTML tags and links with a `javascript:` address as plain text", () => {
    expect(parseInline('<img src=x onerror="alert(1)"> [x](javascript:alert(1))')).toEqual([
      { kind: "text", text: '<img src=x onerror="alert(1)"> [x](javascript:alert(1))' }
    ])
  })
})
