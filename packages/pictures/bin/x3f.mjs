// Reads Sigma's X3F. The last four bytes are the offset of the directory of sections. Previews are image sections
// (photofo.com/downloads/x3f-raw-format.pdf).

const MOST_SECTIONS = 64
const JPEG = 18
/** Maps the clockwise degrees in the header to EXIF orientations. */
const ORIENTATIONS = { 0: 1, 90: 6, 180: 3, 270: 8 }
/** First version whose header has a different structure. */
const QUATTRO = 0x40000

/** Returns the ranges that may contain a JPEG, and the orientation if the JPEGs do not state it themselves. */
export const sigmaImages = (source, header) => {
  const tail = source.read(source.size - 4, 4)
  const directory = tail.length < 4 ? undefined : tail.readUInt32LE(0)
  const head = directory === undefined ? Buffer.alloc(0) : source.read(directory, 12)
  if (head.length < 12 || head.toString("latin1", 0, 4) !== "SECd") return { jpegs: [] }
  const count = Math.min(head.readUInt32LE(8), MOST_SECTIONS)
  const entries = source.read(directory + 12, count * 12)
  const jpegs = []
  for (let from = 0; from + 12 <= entries.length; from += 12) {
    const [at, length] = [entries.readUInt32LE(from), entries.readUInt32LE(from + 4)]
    const section = source.read(at, 28)
    if (section.length < 28 || section.toString("latin1", 0, 4) !== "SECi") continue
    if (section.readUInt32LE(12) === JPEG && length > 28) jpegs.push([at + 28, length - 28])
  }
  const saysItself = jpegs.some(([at]) => source.read(at, 16).includes("Exif"))
  const isOld = header.length >= 40 && header.readUInt32LE(4) < QUATTRO
  const orientation = isOld ? (ORIENTATIONS[header.readUInt32LE(36)] ?? 1) : 1
  return saysItself ? { jpegs } : { jpegs, orientation }
}
