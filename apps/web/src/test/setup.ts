import { disableAutoUnmount, enableAutoUnmount } from "@vue/test-utils"
import { afterAll, vi } from "vitest"

/**
 * Unmounts components after each file. Vitest skips `afterAll` in files whose tests are all skipped, and the test
 * utilities are loaded once for all files. Disabling the automatic unmount first makes each file independent of the
 * previous file.
 */
disableAutoUnmount()
enableAutoUnmount(afterAll)

/** Resets the document, the storage and the clock for the next file. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // Some files run without a document.
  if (typeof document === "undefined") return
  document.body.replaceChildren()
  document.head.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
