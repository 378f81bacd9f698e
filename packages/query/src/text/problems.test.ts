import { describe, expect, it } from "vitest"
import { exampleFields } from "../testing/exampleFields.ts"
import { parseQuery } from "./parse.ts"

const problemsOf = (text: string) => parseQuery(text, exampleFields).problems

describe("parseQuery", () => {
  it.each([
    ['perfomer:"x"', 'Unknown field "perfomer". Did you mean "performer"?', 0, 8, "performer"],
    ["resolution:big", '"resolution" takes 240p to 8k, not "big".', 11, 3, undefined],
    ["(type:movie", "This bracket is not closed.", 0, 1, undefined],
    ["rating~4", '"rating" cannot be compared with "~".', 6, 1, undefined],
    ["type:movi", undefined, 5, 4, "movie"],
    ['title:"x', "This quotation mark is not closed.", 6, 1, undefined],
    ["a )", "This bracket has no matching opening bracket.", 2, 1, undefined],
    ["a OR", "A condition is missing after OR.", 4, 0, undefined],
    ["NOT", "A condition is missing after NOT.", 0, 3, undefined],
    ["tag:", 'A value is missing after "tag:".', 0, 4, undefined],
    ["tag:noir, western", undefined, 8, 1, undefined],
    ["is:favourite", undefined, 3, 9, "favorite"],
    ["sort:tag", 'A list cannot be sorted by "tag".', 5, 3, undefined],
    ["sort:-raiting", undefined, 5, 8, "rating"],
    ["limit:0", undefined, 6, 1, undefined],
    ["date:2024-02-30", undefined, 5, 10, undefined],
    ['title~"(a)\\1"', "Back-references are not supported.", 10, 2, undefined],
    ['title~"a(?=b)"', "Look-ahead and look-behind are not supported.", 8, 3, undefined],
    ["duration:{a}", '"duration" has no fields of its own.', 9, 3, undefined],
    ["phash:far(1)", undefined, 6, 6, undefined]
  ])("reports the problem in %s and its position", (text, message, position, length, suggestion) => {
    const [problem] = problemsOf(text)
    expect(problem).toMatchObject({ position, length, message: message ?? problem!.message })
    expect(problem?.suggestion).toBe(suggestion)
  })

  it("finds all errors in a query at once", () => {
    const problems = problemsOf("perfomer:x resolution:big rating~4 (is:foo")
    expect(problems.map(({ position }) => position)).toEqual([0, 22, 32, 35, 39])
  })

  it("lists the inputs that would be valid at the position of a problem", () => {
    expect(problemsOf("resolution:big")[0]?.expected).toContain("1080p")
    expect(problemsOf("rating~4")[0]?.expected).toContain(">=")
  })

  it("rejects text that is nested too deeply, is too long or has too many conditions", () => {
    expect(problemsOf(`${"(".repeat(13)}a${")".repeat(13)}`)[0]?.message).toContain("12 levels deep")
    expect(problemsOf(`${"(".repeat(12)}a${")".repeat(12)}`)).toEqual([])
    expect(problemsOf("a ".repeat(501))[0]?.message).toBe("The query has more than 500 conditions.")
    expect(problemsOf("a".repeat(10_241))[0]?.message).toContain("10240 characters")
  })
})

describe("parseQuery in search mode", () => {
  it("treats an unknown name before a colon as text and returns a hint", () => {
    const { problems, query } = parseQuery("Alien:Romulus perfomer:x", exampleFields, { mode: "search" })
    expect(problems.every(({ isHint }) => isHint)).toBe(true)
    expect(problems.map(({ suggestion }) => suggestion)).toEqual([undefined, "performer"])
    expect(query.where).toMatchObject({ children: [{ value: "Alien:Romulus" }, { value: "perfomer:x" }] })
  })

  it("treats a name followed by a colon and a space as text", () => {
    for (const mode of ["search", "list"] as const) {
      const { problems, query } = parseQuery("Title: Unknown", exampleFields, { mode })
      expect(problems.every(({ isHint }) => isHint)).toBe(true)
      expect(query.where).toMatchObject({ children: [{ value: "Title:" }, { value: "Unknown" }] })
    }
    expect(parseQuery("perfomer:x", exampleFields, { mode: "list" }).problems[0]?.isHint).toBeUndefined()
  })
})
