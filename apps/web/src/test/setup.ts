import { disableAutoUnmount, enableAutoUnmount } from "@vue/test-utils"
import { afterAll, vi } from "vitest"

/**
 * Vitest runs no `afterAll` of a file whose tests are all skipped, and the test utilities are loaded once for all files.
 * Turning the automatic unmount off first makes this file independent of the one that ran before it.
 */
disableAutoUnmount()
enableAutoUnmount(afterAll)

/** Resets the document, the storage and the clock for the next file. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // Some files ask for no document.
  if (typeof document === "undefined") return
  document.body.replaceChildren()
  document.head.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
