/** Writes RGB pixels with their color profile as a minimal TIFF, because libvips takes profiles only from files. */
export const inProfile = (pixels, { height, width }, icc) => {
  const tags = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 3, 0],
    [259, 3, 1, 1],
    [262, 3, 1, 2],
    [273, 4, 1, 0],
    [277, 3, 1, 3],
    [278, 4, 1, height],
    [279, 4, 1, pixels.length],
    [34_675, 7, icc.length, 0]
  ]
  const end = 8 + 2 + tags.length * 12 + 4
  const bits = Buffer.from([8, 0, 8, 0, 8, 0])
  const offsets = new Map([
    [258, end],
    [34_675, end + bits.length],
    [273, end + bits.length + icc.length]
  ])
  const head = Buffer.alloc(end)
  head.write("II*\0", 0, "latin1")
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(tags.length, 8)
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = 10 + index * 12
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(count, at + 4)
    head.writeUInt32LE(offsets.get(tag) ?? value, at + 8)
  }
  return Buffer.concat([head, bits, icc, pixels])
}
