import { beforeEach } from "vitest"
import { Device } from "./Browser.ts"

// A timeout only shows what was awaited; the state of the page shows the reason.
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => {
    for (const device of Device.opened) process.stdout.write(`${await device.describe()}\n`)
  })
})
