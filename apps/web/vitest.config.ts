import vue from "@vitejs/plugin-vue"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  plugins: [vue()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    name: "web",
    environment: "happy-dom",
    include: ["apps/web/src/**/*.test.ts", "packages/web-client/src/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"]
  }
})
