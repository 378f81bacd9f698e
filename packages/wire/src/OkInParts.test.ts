import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { okInParts } from "./OkInParts.ts"

const answerOf = async (count: number) => {
  const items = Array.from({ length: count }, (_, n) => `Line "${n}"`)
  const { body } = await Effect.runPromise(okInParts(items, (text, index) => ({ index, text })))
  if (body._tag !== "Uint8Array") throw new Error("the body is not in memory")
  return { items, type: body.contentType, bytes: Buffer.from(body.body) }
}

it.each([0, 1, 2_000, 2_001, 9_000])(
  "serializes a list of %i items like a regular response",
  async (count) => {
    const { bytes, items, type } = await answerOf(count)
    expect(type).toBe("application/json")
    expect(bytes.toString()).toBe(
      JSON.stringify({ ok: true, data: items.map((text, index) => ({ index, text })) })
    )
  }
)

it("yields to other work between the parts of a long list", async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  count()
  await answerOf(9_000)
  isOver = true
  expect(turns).toBeGreaterThan(4)
})
