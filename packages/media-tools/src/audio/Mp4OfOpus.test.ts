import { expect, it } from "vitest"
import { convertedSound, soundForms } from "./ConvertedSound.ts"
import { mp4OfOpus } from "./Mp4OfOpus.ts"
import { bytesOf, lengthOf, type Pieces } from "./Pieces.ts"

const inMemory = (pieces: Pieces): Buffer => bytesOf(pieces, 0, lengthOf(pieces))

it("declares the offset at which the packets begin and the size of all packets", () => {
  const packets = 1_000_000
  const header = inMemory(
    mp4OfOpus({ packets, packetBytes: 1_200, packetSamples: 2_880, samples: 2_879_999_000 })
  )
  const table = header.indexOf("co64")
  expect(header.readBigUInt64BE(table + 12)).toBe(BigInt(header.length))
  const data = header.indexOf("mdat")
  expect(header.readBigUInt64BE(data + 4)).toBe(16n + 1_200_000_000n)
  expect(data + 12).toBe(header.length)
})

it("writes the size of every packet separately, because GStreamer needs this", () => {
  const header = inMemory(mp4OfOpus({ packets: 3, packetBytes: 1_200, packetSamples: 2_880, samples: 8_000 }))
  const sizes = header.indexOf("stsz") + 8
  expect(Array.from({ length: 5 }, (_, n) => header.readUInt32BE(sizes + 4 * n))).toEqual([
    0, 3, 1_200, 1_200, 1_200
  ])
  expect(header.readUInt32BE(sizes - 12)).toBe(header.indexOf("co64") - header.indexOf("stsz"))
})

it.each(Object.keys(soundForms) as Array<keyof typeof soundForms>)(
  "has enough packets for every sample: %s",
  (format) => {
    for (const seconds of [0, 0.001, 1, 59.99, 36_000]) {
      const { form, headerBytes, packets, size } = convertedSound(format, seconds)
      expect(packets * form.packetSamples).toBeGreaterThanOrEqual(Math.round(seconds * 48_000) + form.delay)
      expect(size).toBe(headerBytes + packets * form.packetBytes)
    }
  }
)
