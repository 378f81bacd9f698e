import { describe, expect, it } from "vitest"
import { exampleFields } from "../testing/exampleFields.ts"
import { parseQuery } from "./parse.ts"

const problemsOf = (text: string) => parseQuery(text, exampleFields).problems

describe("reports the problem and its position", () => {
  it.each([
    ['perfomer:"x"', 'Unknown field "perfomer". Did you mean "performer"?', 0, 8, "performer"],
    ["resolution:big", '"resolution" takes 240p to 8k, not "big".', 11, 3, undefined],
    ["(type:movie", "The bracket opened here is not closed.", 0, 1, undefined],
    ["rating~4", '"rating" cannot be compared with "~".', 6, 1, undefined],
    ["type:movi", undefined, 5, 4, "movie"],
    ['title:"x', "The quote opened here is not closed.", 6, 1, undefined],
    ["a )", "No bracket is open that this one could close.", 2, 1, undefined],
    ["a OR", "Something is missing after OR.", 4, 0, undefined],
    ["NOT", "Something is missing after NOT.", 0, 3, undefined],
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
  ])("%s", (text, message, position, length, suggestion) => {
    const [problem] = problemsOf(text)
    expect(problem).toMatchObject({ position, length, message: message ?? problem!.message })
    expect(problem?.suggestion).toBe(suggestion)
  })

  it("finds all errors of a text at once", () => {
    const problems = problemsOf("perfomer:x resolution:big rating~4 (is:foo")
    expect(problems.map(({ position }) => position)).toEqual([0, 22, 32, 35, 39])
  })

  it("names the expected text", () => {
    expect(problemsOf("resolution:big")[0]?.expected).toContain("1080p")
    expect(problemsOf("rating~4")[0]?.expected).toContain(">=")
  })

  it("rejects brackets more than 12 deep, more than 500 conditions and more than 10 KiB", () => {
    expect(problemsOf(`${"(".repeat(13)}a${")".repeat(13)}`)[0]?.message).toContain("12 deep")
    expect(problemsOf(`${"(".repeat(12)}a${")".repeat(12)}`)).toEqual([])
    expect(problemsOf("a ".repeat(501))[0]?.message).toBe("More than 500 conditions.")
    expect(problemsOf("a".repeat(10_241))[0]?.message).toContain("10240 characters")
  })
})

describe("in a search box", () => {
  it("treats an unknown name before a colon as text, with a hint", () => {
    const { problems, query } = parseQuery("Alien:Romulus perfomer:x", exampleFields, { mode: "search" })
    expect(problems.every(({ isHint }) => isHint)).toBe(true)
    expect(problems.map(({ suggestion }) => suggestion)).toEqual([undefined, "performer"])
    expect(query.where).toMatchObject({ children: [{ value: "Alien:Romulus" }, { value: "perfomer:x" }] })
  })

  it("treats a name and a colon before a space as text, like the lists do", () => {
    for (const mode of ["search", "list"] as const) {
      const { problems, query } = parseQuery("Title: Unknown", exampleFields, { mode })
      expect(problems.every(({ isHint }) => isHint)).toBe(true)
      expect(query.where).toMatchObject({ children: [{ value: "Title:" }, { value: "Unknown" }] })
    }
    expect(parseQuery("perfomer:x", exampleFields, { mode: "list" }).problems[0]?.isHint).toBeUndefined()
  })
})
