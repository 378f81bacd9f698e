import { disableAutoUnmount, enableAutoUnmount } from "@vue/test-utils"
import { afterAll, vi } from "vitest"

/**
 * Unmounts components after each file. All files share one instance of the test utilities. If a second file enabled the
 * automatic unmount of this instance again, an error would be thrown. Each file therefore disables the automatic
 * unmount before it enables it. Disabling it in `afterAll` would not be reliable, because Vitest skips `afterAll` in
 * files whose tests are all skipped.
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
