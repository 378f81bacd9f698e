import tailwindcss from "@tailwindcss/vite"
import vue from "@vitejs/plugin-vue"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"

const server = process.env["MEDIA_WEB_PROXY"] ?? "http://127.0.0.1:8008"

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [vue(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy of the server allows files of its own origin only, hence no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false
  },
  server: {
    port: 5173,
    proxy: {
      "/api/live": { target: server.replace(/^http/, "ws"), ws: true },
      "/api": { target: server }
    }
  }
})
