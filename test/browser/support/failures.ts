import { beforeEach } from "vitest"
import { Device } from "./Browser.ts"

// A time limit says only what was awaited. The page says why it did not come.
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => {
    for (const device of Device.opened) process.stdout.write(`${await device.describe()}\n`)
  })
})
