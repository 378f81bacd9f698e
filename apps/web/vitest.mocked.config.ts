import { defineConfig } from "vitest/config"
import { timeLimits } from "../../vitest.limits.ts"
import { shared } from "./vitest.config.ts"

export default defineConfig({
  ...shared,
  test: {
    name: "web-mocked",
    environment: "happy-dom",
    ...timeLimits,
    // These tests mock modules. A module must be mocked before other modules import it, so each test file runs in its
    // own thread. Each thread also loads Vue and reka-ui again, because both keep a reference to the document that
    // existed when they were loaded.
    isolate: true,
    pool: "threads",
    include: ["src/**/*.mocked.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"]
  }
})
