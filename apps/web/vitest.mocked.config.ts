import { defineConfig } from "vitest/config"
import { timeLimits } from "../../vitest.limits.ts"
import { shared } from "./vitest.config.ts"

export default defineConfig({
  ...shared,
  test: {
    name: "web-mocked",
    environment: "happy-dom",
    ...timeLimits,
    // A module is replaced by another one, so it must not be there already. Vue and reka-ui keep the document they were
    // loaded with: each file loads them again, in a thread of its own.
    isolate: true,
    pool: "threads",
    include: ["src/**/*.mocked.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"]
  }
})
