// Decodes pictures of foreign origin, one after another, in a process that may lose: `LiveImageDecoder` starts it with limits
// on memory and files, without our environment and, where the system allows it, without network. Plain JavaScript, because
// it is started as it is, from the sources and from the bundle alike.
//
// A question is a line of JSON, `{"path": ...}` or `{"length": n}` followed by n bytes. The answer is one, too:
// `{"error": ...}`, or `{"width", "height"}` followed by width * height * 3 bytes, RGB.
import sharp from "sharp"

// Only the decoders of formats that are pictures and nothing else: SVG runs a layout engine and reads other files, PDF and
// the rest have had no eyes on them.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Tiff"].map((format) => `VipsForeignLoad${format}`)
})
sharp.concurrency(1)
sharp.cache(false)

const [, , longest, mostPixels, seconds] = process.argv.map(Number)

const decode = (input) =>
  sharp(input, { limitInputPixels: mostPixels, failOn: "error", pages: 1 })
    .autoOrient()
    .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColorspace("srgb")
    .removeAlpha()
    .timeout({ seconds })
    .raw()
    .toBuffer({ resolveWithObject: true })

const answer = (head, body) => {
  process.stdout.write(`${JSON.stringify(head)}\n`)
  if (body !== undefined) process.stdout.write(body)
}

const respond = async (input) => {
  try {
    const { data, info } = await decode(input)
    if (info.channels !== 3) throw new Error(`${info.channels} channels`)
    answer({ width: info.width, height: info.height }, data)
  } catch (error) {
    answer({ error: String(error?.message ?? error).slice(0, 500) })
  }
}

/** Bytes that came and were not taken yet. */
let waiting = []
let asked
for await (const chunk of process.stdin) {
  waiting.push(chunk)
  if (asked === undefined) {
    const text = Buffer.concat(waiting)
    const end = text.indexOf(10)
    if (end < 0) continue
    asked = JSON.parse(text.subarray(0, end).toString("utf8"))
    waiting = [text.subarray(end + 1)]
  }
  const { length = 0, path } = asked
  if (waiting.reduce((sum, each) => sum + each.length, 0) < length) continue
  const bytes = Buffer.concat(waiting)
  waiting = []
  asked = undefined
  await respond(path ?? bytes)
}
