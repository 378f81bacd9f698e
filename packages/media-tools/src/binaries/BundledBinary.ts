import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { MediaTool } from "../MediaToolErrors.ts"

/**
 * Returns the path of the static binary that npm installed for this platform, or `undefined`. The path is looked up at
 * run time through package.json, because a bundler breaks the paths that the packages' own entry points compute.
 */
export const bundledBinary = (tool: MediaTool): string | undefined => {
  const name = `@${tool}-installer/${process.platform}-${process.arch}/package.json`
  try {
    const manifest = createRequire(import.meta.url).resolve(name)
    return join(dirname(manifest), process.platform === "win32" ? `${tool}.exe` : tool)
  } catch {
    return undefined
  }
}
