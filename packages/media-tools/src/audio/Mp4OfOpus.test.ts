import { expect, it } from "vitest"
import { convertedSound, soundForms } from "./ConvertedSound.ts"
import { mp4OfOpus } from "./Mp4OfOpus.ts"

it("the packets begin where the header says, and end where the file does", () => {
  const header = mp4OfOpus({
    packets: 3_000_000,
    packetBytes: 400,
    packetSamples: 960,
    samples: 2_879_999_000
  })
  const table = header.indexOf("co64")
  expect(header.readBigUInt64BE(table + 12)).toBe(BigInt(header.length))
  const data = header.indexOf("mdat")
  expect(header.readBigUInt64BE(data + 4)).toBe(16n + 1_200_000_000n)
  expect(data + 12).toBe(header.length)
})

it.each(Object.keys(soundForms) as Array<keyof typeof soundForms>)(
  "%s: every sample has its packet",
  (format) => {
    for (const seconds of [0, 0.001, 1, 59.99, 36_000]) {
      const { form, header, packets, size } = convertedSound(format, seconds)
      expect(packets * form.packetSamples).toBeGreaterThanOrEqual(Math.round(seconds * 48_000) + form.delay)
      expect(size).toBe(header.length + packets * form.packetBytes)
    }
  }
)
