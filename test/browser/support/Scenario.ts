import type { Browser, BrowserContextOptions } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect } from "vitest"
import { type Account, Device, launch } from "./Browser.ts"
import { startWithAdmin } from "./Fixture.ts"
import type { Product } from "@media/testkit/product/Product"

/**
 * Starts one product and one browser per file. After each test, the devices of the test are closed, and must not have
 * any problems.
 */
export const useProduct = (name: string, prepare: (product: Product) => Promise<void> = async () => {}) => {
  let product: Product
  let browser: Browser
  let devices: Array<Device> = []

  beforeAll(async () => {
    ;[product, browser] = await Promise.all([startWithAdmin(name), launch()])
    await prepare(product)
  })
  afterEach(async () => {
    const opened = devices
    devices = []
    const problems = (await Promise.all(opened.map((device) => device.close()))).flat()
    expect(problems).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await product?.end()
  })

  const keep = (device: Device): Device => {
    devices.push(device)
    return device
  }
  return {
    product: () => product,
    /** Opens a device that is signed in as the administrator, or as `who`. */
    device: async (who?: Account, options?: BrowserContextOptions) =>
      keep(await Device.signedIn(browser, product, who, options)),
    stranger: async (options?: BrowserContextOptions) => keep(await Device.open(browser, product, options))
  }
}
