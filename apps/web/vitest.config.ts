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
    // One thread with one document for all files: 20 s of processor time, where a document for each file took 118 s. What a
    // file leaves in it is taken away by its setup.
    isolate: false,
    pool: "threads",
    poolOptions: { threads: { singleThread: true, isolate: false } },
    setupFiles: [at("./src/test/setup.ts")],
    // From this folder: whatever the root says, a workspace looks for a project's files beside its configuration.
    include: ["src/**/*.test.ts", "../../packages/web-client/src/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "**/*.mocked.test.ts"]
  }
})
