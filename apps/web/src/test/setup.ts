import { disableAutoUnmount, enableAutoUnmount } from "@vue/test-utils"
import { afterAll, vi } from "vitest"

/** The next file gets the document, the storage and the clock as this one found them. */
enableAutoUnmount(afterAll)

afterAll(() => {
  disableAutoUnmount()
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
