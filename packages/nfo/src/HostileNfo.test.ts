import { expect, it } from "vitest"
import { nfoLimits } from "./nfoLimits.ts"
import { readNfo } from "./readNfo.ts"

const filled = (part: string, bytes = nfoLimits.bytes - 100) => part.repeat(Math.floor(bytes / part.length))
const movie = (content: string) => `<movie>${content}</movie>`

const files: Readonly<Record<string, string>> = {
  elements: movie("<actor><name>a</name></actor>".repeat(4_990)),
  attributes: movie(`<a ${Array.from({ length: 60 }, (_, n) => `b${n}="c"`).join(" ")}/>`.repeat(330)),
  "stray ampersands": movie(filled("&")),
  "references to characters": movie(`<plot>${filled("&#65;")}</plot>`),
  "open CDATA sections": movie(filled("<![CDATA[")),
  "open comments": movie(filled("<!--")),
  "open tags": filled("<movie>"),
  addresses: filled("https://www.imdb.com/title/tt"),
  "white space": filled(" "),
  "white space after a declaration": `<?xml ${filled(" ")}`,
  "angle brackets": filled("<"),
  names: movie(`<actor><name>${filled("a, ")}</name></actor>`),
  genres: movie(`<genre>${filled("a / ")}</genre>`),
  ratings: movie(
    `<ratings>${"<rating name='a'><value>1</value><votes>1</votes></rating>".repeat(3_000)}</ratings>`
  ),
  "other encoding": movie(`<plot>${filled("é")}</plot>`)
}

it.each(Object.entries(files))("reads a file full of %s quickly", (name, text) => {
  const bytes = Buffer.from(text, name === "other encoding" ? "latin1" : "utf8").subarray(0, nfoLimits.bytes)
  const times = Array.from({ length: 5 }, () => {
    const from = process.cpuUsage()
    readNfo(bytes)
    const { system, user } = process.cpuUsage(from)
    return (system + user) / 1_000
  }).sort((a, b) => a - b)
  expect(times[2]).toBeLessThan(500)
})
