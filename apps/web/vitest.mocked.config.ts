import { defineConfig } from "vitest/config"
import { timeLimits } from "../../vitest.limits.ts"
import { shared } from "./vitest.config.ts"

export default defineConfig({
  ...shared,
  test: {
    name: "web-mocked",
    environment: "happy-dom",
    ...timeLimits,
    // These tests replace modules before any module loads them. Vue and reka-ui keep a reference to the document with
    // which they were loaded, so each file loads them again in its own thread.
    isolate: true,
    pool: "threads",
    include: ["src/**/*.mocked.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"]
  }
})
