import { beforeEach } from "vitest"
import { Device } from "./Browser.ts"

// Prints the state of each page when a test fails, because a timeout shows only the condition that was not met.
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => {
    for (const device of Device.opened) process.stdout.write(`${await device.describe()}\n`)
  })
})
