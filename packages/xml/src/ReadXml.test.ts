import * as Either from "effect/Either"
import { describe, expect, it } from "vitest"
import { readXml, readXmlRoots } from "./ReadXml.ts"
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from "./XmlElement.ts"

const read = (text: Buffer | string, options = {}) =>
  Either.match(readXml(Buffer.from(text), options), {
    onLeft: ({ code, message }) => `${code}: ${message}`,
    onRight: (root) => root
  })
const root = (text: Buffer | string, options = {}) => read(text, options) as XmlElement
const roots = (text: string) =>
  Either.match(readXmlRoots(Buffer.from(text)), {
    onLeft: ({ code }) => code as string,
    onRight: (all) => all.map(({ name, children }) => `${name}:${children.join("|")}`).join(" ")
  })

const OPF = "http://www.idpf.org/2007/opf"
const DC = "http://purl.org/dc/elements/1.1/"
const book = root(`<?xml version="1.0" encoding="utf-8"?>
  <!-- made by hand -->
  <package xmlns="${OPF}" xmlns:dc="${DC}" xmlns:opf="${OPF}" version="3.0" xml:lang="en">
    <metadata>
      <dc:title>Moby-Dick; <![CDATA[<or>]]>, the &quot;Whale&quot; &#38; &#x1f40b;</dc:title>
      <dc:creator opf:role="aut" role="none">Herman <b>Melville</b></dc:creator>
      <title>not Dublin Core</title>
    </metadata>
  </package>`)
const metadata = childOf(book, "metadata")!

describe("readXml", () => {
  it("reads elements, text and attributes with their names and namespaces", () => {
    expect([book.name, book.namespace, attributeOf(book, "version"), attributeOf(book, "lang")]).toEqual([
      "package",
      OPF,
      "3.0",
      "en"
    ])
    expect(textOf(childOf(metadata, "title", DC)!)).toBe('Moby-Dick; <or>, the "Whale" & 🐋')
    expect(childrenOf(metadata, "title").map(textOf)).toHaveLength(2)
    const creator = childOf(metadata, "creator")!
    expect(textOf(creator)).toBe("Herman Melville")
    expect([attributeOf(creator, "role", OPF), attributeOf(creator, "role", "")]).toEqual(["aut", "none"])
    expect([childOf(metadata, "date"), attributeOf(creator, "id"), childOf(metadata, "title", "x")]).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })

  it("omits namespace declarations from attributes, and joins adjacent text nodes", () => {
    expect(book.attributes.map(({ name }) => name)).toEqual(["version", "lang"])
    expect(root("<a>1<!-- --><![CDATA[2]]>3<b/>&amp;4</a>").children).toMatchObject([
      "123",
      { name: "b" },
      "&4"
    ])
  })

  it("reads elements and attributes that are named like prototype properties", () => {
    const odd = root('<__proto__ constructor="1" __proto__="2"><toString/></__proto__>')
    expect([odd.name, attributeOf(odd, "__proto__"), attributeOf(odd, "valueOf")]).toEqual([
      "__proto__",
      "2",
      undefined
    ])
  })

  it("accepts undeclared prefixes and stray ampersands", () => {
    expect(root('<a opf:role="x"><ibooks:b/></a>')).toMatchObject({
      attributes: [{ name: "role", namespace: "", value: "x" }],
      children: [{ name: "b", namespace: "" }]
    })
    expect(textOf(root("<a>Tom & Jerry &nbsp; &amp;c. &#65; <![CDATA[&amp; &x]]></a>"))).toBe(
      "Tom & Jerry &nbsp; &c. A &amp; &x"
    )
  })
})

describe("encodings", () => {
  const told = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>größe €</a>`
  const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16()
  it.each<readonly [string, Buffer | string]>([
    ["UTF-8", told("UTF-8")],
    ["UTF-8 with its mark", `\ufeff${told("UTF-8")}`],
    ["UTF-8 with its mark, told to be another", `\ufeff${told("iso-8859-1")}`],
    ["nothing told", "<a>größe €</a>"],
    ["nothing told, not UTF-8", Buffer.from("<a>gr\xf6\xdfe \x80</a>", "latin1")],
    ["Latin-1", Buffer.from(told("ISO-8859-1").replace("€", "\x80"), "latin1")],
    [
      "Windows-1252 in single quotes",
      Buffer.from("<?xml encoding='windows-1252'?><a>gr\xf6\xdfe \x80</a>", "latin1")
    ],
    ["UTF-16, little", Buffer.from(`\ufeff${told("utf-16")}`, "utf16le")],
    ["UTF-16, little, no mark", Buffer.from(told("utf-16"), "utf16le")],
    ["UTF-16, big", utf16be(`\ufeff${told("utf-16")}`)],
    ["UTF-16, big, no mark", utf16be("<a>größe €</a>")],
    ["UTF-8 that declares UTF-16", told("utf-16")]
  ])("decodes %s", (_, bytes) => {
    expect(textOf(root(bytes))).toBe("größe €")
  })

  it.each([
    ["an unknown encoding", told("klingon")],
    ["an encoding that could hide markup", told("utf-7")],
    ["bytes that are invalid in the declared encoding", Buffer.from(told("utf-8"), "latin1")],
    ["UTF-32", Buffer.from("3c00000061000000", "hex")]
  ])("rejects %s", (_, bytes) => {
    expect(read(bytes)).toMatch(/^(encoding|malformed): /)
  })
})

describe("hand-written files", () => {
  it.each([
    ["<a>1</a>", "a:1"],
    ['<?xml version="1.0"?>\n<a>1</a>\n<a>2</a>', "a:1 a:2"],
    ["<a>1</a>\nhttps://example.org/?a=1&b=<2>", "a:1"],
    ["https://example.org\n<a>1</a>", "a:1"],
    ["\ufeff\n <?xml version='1.0'?><a>1</a>", "a:1"],
    ["<a>1</a><b>", "malformed"],
    ["<a>1</b>", "malformed"],
    ["<a>1</a></b>", "a:1"],
    ["https://example.org", "malformed"],
    ["", "malformed"],
    ["<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "malformed"]
  ])("reads the roots of %j", (text, expected) => {
    expect(roots(text)).toBe(expected)
  })
})
