import vue from "@vitejs/plugin-vue"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { timeLimits } from "../../vitest.limits.ts"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export const shared = { plugins: [vue()], resolve: { alias: { "@": at("./src") } } }

export default defineConfig({
  ...shared,
  test: {
    name: "web",
    environment: "happy-dom",
    ...timeLimits,
    // All test files share one thread and one document, and the setup cleans up after each file. This takes 20 s of
    // CPU time, instead of 118 s with a document per file.
    isolate: false,
    pool: "threads",
    poolOptions: { threads: { singleThread: true, isolate: false } },
    setupFiles: [at("./src/test/setup.ts")],
    // The paths are relative, because vitest resolves the files of a workspace project relative to this configuration.
    include: ["src/**/*.test.ts", "../../packages/web-client/src/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/*.mocked.test.ts"]
  }
})
