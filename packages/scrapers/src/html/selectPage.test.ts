import { setCpuBudget, TooMuchWork } from "@media/kernel/CpuBudget"
import { afterEach, describe, expect, it } from "vitest"
import { MOST_HITS, MOST_PAGE_DEPTH } from "../limits.ts"
import { openPage } from "../page.ts"

const html = `<!doctype html><html><head><meta property="og:image" content="/cover.jpg"><title>Harbor</title></head>
<body><!-- a note --><section><div><h1>  Night
 at   the Harbor </h1></div></section>
<table><tr><th>Port</th><td><a href="/oslo">Oslo</a></td><td><a href="/hull">Hull</a></td></tr></table>
<ul><li>one<li class="Two">two<li>three</ul><p> </p>
<template><b>inside</b></template><svg viewBox="0 0 1 1"><circle r="1"></circle></svg></body></html>`

const values = (selector: string, text = html) => {
  const page = openPage("xpath", text)
  if ("refused" in page) throw new Error(page.refused)
  return page.select(selector)
}

describe("selectPage", () => {
  it.each([
    ["//h1", ["Night at the Harbor"]],
    ["//section//h1 | //h1", ["Night at the Harbor"]],
    ["//meta[@property='og:image']/@content", ["/cover.jpg"]],
    ["//table/tbody/tr/td/a/@href", ["/oslo", "/hull"]],
    ["//th[text()='Port']/following-sibling::td", ["Oslo", "Hull"]],
    ["//li[last()]", ["three"]],
    ["(//li)[1]/text()", ["one"]],
    ["//li[position() mod 2 = 1]", ["one", "three"]],
    ["//body/comment()", ["<!-- a note -->"]],
    ["//p", []],
    ["//b", ["inside"]],
    ["//svg/circle/@r", ["1"]],
    ["//li[contains(@class, 'Two')]/preceding-sibling::li", ["one"]],
    ["//li[matches(., '^t.*e$')]", ["three"]],
    ["//li[ends-with(., 'o')]", ["two"]],
    ["//li[lower-case(@class) = 'two']", ["two"]],
    ["//li[upper-case(.) = 'ONE']", ["one"]],
    ["//li[replace(., 'e', '') = 'on']", ["one"]],
    ["//ul[string-join(li, '+') = 'one+two+three']/li[1]", ["one"]],
    ["//ul[count(reverse(li)) = 3]/li[1]", ["one"]],
    ["//li | //h1", ["one", "two", "three", "Night at the Harbor"]],
    ["(//li | //h1)[1]", ["one"]],
    ["(//nothing | //h1)[1]", ["Night at the Harbor"]],
    ["(//td | //th)[last()]/text()", ["Port"]],
    ["(//td|//th)//text()", ["Oslo", "Hull", "Port"]],
    ["//li[3]/preceding-sibling::li", ["two", "one"]],
    ["//li[3]/preceding-sibling::li[1]", ["two"]],
    ["//th/ancestor::*[not(self::tr)][1]/tr/th", ["Port"]],
    ["reverse(//li)", ["three", "two", "one"]],
    ["//body//li", ["one", "two", "three"]],
    ["//nothing", []]
  ])("selects the values of %s", (selector, found) => expect(values(selector)).toEqual({ values: found }))

  it.each(["//a[", "string(//h1)", "unknown(//a)", "$x", "//x:a", "a".repeat(10_000)])(
    "explains why %j is invalid",
    (selector) => {
      const { problem, values: found } = values(selector)
      expect(found).toEqual([])
      expect(problem ?? "").toMatch(selector === "//x:a" ? /^$|\.$/ : /\.$/)
    }
  )
})

describe("selectPage with a hostile page", () => {
  afterEach(() => setCpuBudget(Number.POSITIVE_INFINITY))

  it("rejects a page that is nested too deeply", () => {
    expect(openPage("xpath", "<div>".repeat(MOST_PAGE_DEPTH + 1))).toEqual({
      refused: "The elements of the page are nested more than 512 levels deep."
    })
    expect(values("//b", `${"<div>".repeat(200)}<b>deep`)).toEqual({ values: ["deep"] })
  })

  it("returns only the first matches of a selector and reports the limit", () => {
    const found = values("//i", "<i>x</i>".repeat(MOST_HITS + 500))
    expect(found.values).toHaveLength(MOST_HITS)
    expect(found.problem).toContain(`only the first ${MOST_HITS}`)
  })

  it("stops a selector that exceeds its CPU budget", () => {
    const page = openPage("xpath", "<i><b>x</b></i>".repeat(20_000))
    setCpuBudget(0.2)
    expect(() =>
      (page as { select: (path: string) => unknown }).select("//b[count(//i//b) > count(//b)]")
    ).toThrow(TooMuchWork)
  })
})
