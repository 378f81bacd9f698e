import { startCpuClock } from "@media/testkit/CpuClock"
import { changedBytes, copiedRanges, cutOff } from "@media/media-tools/keyframes/testing/Mutations"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { readXml, readXmlRoots } from "./ReadXml.ts"
import type { XmlElement } from "./XmlElement.ts"
import { xmlLimits } from "./XmlLimits.ts"

// Some tests unpack or scan megabytes, which takes a long time on a slow machine.
vi.setConfig({ testTimeout: 60_000 })

const codeOf = (text: Buffer | string, options = {}): string =>
  Either.match(readXml(Buffer.from(text), options), {
    onLeft: ({ code }) => code,
    onRight: ({ name }) => `<${name}>`
  })

const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
  { length: 9 },
  (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i || ""};`.repeat(10)}">`
).join("")}]><lolz>&lol9;</lolz>`

describe("document types", () => {
  it.each([
    ["entities that grow", laughs],
    ["a file of the machine", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ["an address", '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://169.254.169.254/"> %x;]><a/>'],
    ["an empty declaration", "<!DOCTYPE a []><a/>"]
  ])("rejects %s", (_, text) => {
    expect(codeOf(text)).toBe("doctype")
    expect(codeOf(text, { mayNameType: true })).toBe("doctype")
  })

  it("rejects a document type without declarations unless it is allowed", () => {
    const text = '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://127.0.0.1:1/ncx.dtd"><ncx/>'
    expect(codeOf(text)).toBe("doctype")
    expect(codeOf(text, { mayNameType: true })).toBe("<ncx>")
  })
})

describe("limits", () => {
  const many = (count: number, part: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => part(i)).join("")
  const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth)
  it.each([
    ["depth", nested(64), "<a>"],
    ["one deeper", nested(65), "too-large"],
    ["half a million deep", "<a xmlns:x='1'>".repeat(200_000), "too-large"],
    ["attributes", `<a ${many(64, (i) => `b${i}='' `)}/>`, "<a>"],
    ["one more", `<a ${many(65, (i) => `b${i}='' `)}/>`, "too-large"],
    ["elements", `<a>${"<b/>".repeat(99_999)}</a>`, "<a>"],
    ["one element more", `<a>${"<b/>".repeat(100_000)}</a>`, "too-large"],
    ["bytes", `<a>${"x".repeat(xmlLimits.bytes - 7)}</a>`, "<a>"],
    ["one byte more", `<a>${"x".repeat(xmlLimits.bytes - 6)}</a>`, "too-large"]
  ])("enforces the limits: %s", (_, text, expected) => {
    expect(codeOf(text)).toBe(expected)
  })

  it.each([
    ["a type that does not end", `<!DOCTYPE a [${"<".repeat(1_000_000)}`],
    ["a comment that does not end", `<a><!--${"-".repeat(1_000_000)}`],
    ["ampersands", `<a>${"&".repeat(1_000_000)}`],
    ["an entity that does not end", `<a>&${"a".repeat(1_000_000)}`],
    ["many CDATA", `<a>${"<![CDATA[".repeat(100_000)}`],
    ["many empty CDATA", `<a>${"<![CDATA[]]>".repeat(80_000)}`],
    ["a declaration that does not end", `<?xml ${"encoding".repeat(100_000)}`],
    ["white space", " ".repeat(1_000_000)],
    ["zeros", "\0".repeat(1_000_000)],
    ["a name", `<${"a".repeat(1_000_000)}`],
    ["numbers beyond Unicode", `<a>&#x110000;</a>`],
    ["half of a character", `<a>&#xd800;</a>`],
    ["a control", "<a>&#1;</a>"]
  ])("rejects quickly: %s", (_, text) => {
    // A linear algorithm takes a second at most, and a quadratic algorithm takes minutes.
    const cpu = startCpuClock()
    expect(codeOf(text)).toMatch(/^(malformed|too-large)$/)
    expect(cpu()).toBeLessThan(20)
  })
})

describe("mutated documents", () => {
  const whole = Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE a><a xmlns="u" xmlns:p='v' p:b="c&amp;">größe<![CDATA[ <x> ]]>
    <p:d>&lt;&#65;</p:d><!-- no --><?pi x?><e/></a>`
  )
  const depthOf = ({ children }: XmlElement): number =>
    1 + Math.max(0, ...children.map((child) => (typeof child === "string" ? 0 : depthOf(child))))
  /** Expects either a tree within the limits or `XmlRefused`. Any other error fails the test. */
  const holds = (mutated: fc.Arbitrary<Buffer>) =>
    fc.assert(
      fc.property(mutated, (bytes) => {
        const limits = { ...xmlLimits, depth: 3 }
        const one = readXml(bytes, { limits, mayNameType: true })
        if (Either.isRight(one)) expect(depthOf(one.right)).toBeLessThanOrEqual(3)
        const roots = readXmlRoots(bytes, { limits })
        if (Either.isRight(roots)) expect(roots.right.length).toBeGreaterThan(0)
      }),
      { numRuns: 1_000 }
    )

  it("survives truncation at any offset", () => holds(cutOff(whole)))
  it("survives changed bytes", () => holds(changedBytes(whole)))
  it("survives duplicated, moved or missing parts", () => holds(copiedRanges(whole)))
})
