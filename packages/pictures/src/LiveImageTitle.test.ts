import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, expect, it, vi } from "vitest"
import { ImageDecoder } from "./ImageDecoder.ts"
import { liveImageDecoder } from "./LiveImageDecoder.ts"
import { sharp } from "./Sharp.ts"

// A busy machine may need minutes to start a decoder.
vi.setConfig({ testTimeout: 300_000 })
const runtime = ManagedRuntime.make(liveImageDecoder)
afterAll(() => runtime.dispose())

const flat = () => sharp({ create: { width: 9, height: 5, channels: 3, background: "#ff0000" } })
const titleIn = async (inner: string) => {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`
  const bytes = await flat().jpeg().withXmp(xmp).toBuffer()
  const facts = await runtime.runPromise(Effect.flatMap(ImageDecoder, (decoder) => decoder.facts(bytes)))
  return facts.title
}

it("reads the title of a picture from XMP", async () => {
  const title = (text: string) =>
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:title>`
  expect(await titleIn(title(" Sea &amp; sand "))).toBe("Sea & sand")
  expect(await titleIn(title(" "))).toBeUndefined()
  expect(await titleIn("<dc:creator>Ann</dc:creator>")).toBeUndefined()
  expect(await titleIn(title("a".repeat(1_900)))).toHaveLength(500)
})

it("keeps transparency if the caller requests it", async () => {
  const background = { r: 255, g: 0, b: 0, alpha: 0 }
  const clear = await sharp({ create: { width: 4, height: 4, channels: 4, background } })
    .png()
    .toBuffer()
  const decode = (input: Buffer, isTransparent: boolean) =>
    runtime.runPromise(
      Effect.flatMap(ImageDecoder, (decoder) => decoder.decode(input, { longest: 100, isTransparent }))
    )
  const kept = await decode(clear, true)
  expect([kept.hasAlpha, kept.data.length, kept.data[3]]).toEqual([true, 64, 0])
  const opaque = await decode(await flat().jpeg().toBuffer(), true)
  expect([opaque.hasAlpha, opaque.data[3]]).toEqual([true, 255])
  expect((await decode(clear, false)).hasAlpha).toBeUndefined()
})
