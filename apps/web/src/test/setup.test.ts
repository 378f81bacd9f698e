import { disableAutoUnmount, enableAutoUnmount } from "@vue/test-utils"
import { afterAll, expect, it, vi } from "vitest"

it("sets up a test file even if the previous file did not clean up", async () => {
  disableAutoUnmount()
  enableAutoUnmount(() => undefined)
  vi.resetModules()
  // Vitest cannot register hooks while a test runs.
  vi.doMock("vitest", () => ({ afterAll: () => undefined, vi }))
  await expect(import("./setup.ts")).resolves.toBeDefined()
  vi.doUnmock("vitest")
})

afterAll(disableAutoUnmount)
