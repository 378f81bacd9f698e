import { expect, it } from "vitest"
import { flushFile } from "./incoming.ts"

it("keeps updating a file's modification time while a slow disk flushes the file", async () => {
  let beats = 0
  let finish = () => {}
  const written = new Promise<void>((resolve) => {
    finish = resolve
  })
  const handle = {
    sync: () => written,
    utimes: () => {
      beats += 1
      if (beats === 2) finish()
      return beats === 1 ? Promise.reject(new Error("busy")) : Promise.resolve()
    }
  }
  await flushFile({ handle }, 1)
  expect(beats).toBeGreaterThanOrEqual(2)
})
