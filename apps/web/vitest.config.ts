import vue from "@vitejs/plugin-vue"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  plugins: [vue()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    name: "web",
    // As in vitest.workspace.ts.
    isolate: true,
    environment: "happy-dom",
    // Vue and reka-ui keep the document they were loaded with: each file loads them again, in a thread of its own.
    pool: "threads",
    // From this folder: whatever the root says, a workspace looks for a project's files beside its configuration.
    include: ["src/**/*.test.ts", "../../packages/web-client/src/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"]
  }
})
