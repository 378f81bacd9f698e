import { disableAutoUnmount, enableAutoUnmount } from "@vue/test-utils"
import { afterAll, expect, it, vi } from "vitest"

it("prepares a file even if the previous one did not clean up", async () => {
  disableAutoUnmount()
  enableAutoUnmount(() => undefined)
  vi.resetModules()
  // Hooks cannot be registered while a test runs.
  vi.doMock("vitest", () => ({ afterAll: () => undefined, vi }))
  await expect(import("./setup.ts")).resolves.toBeDefined()
  vi.doUnmock("vitest")
})

afterAll(disableAutoUnmount)
