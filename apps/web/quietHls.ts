import type { Plugin } from "vite"

/** A statement on its own line that logs one text. */
const LOG =
  /^(\s+)(?:this|self)\.(?:logger\.)?(?:log|warn|debug|info)\((?:`[^`\n]*`|'[^'\n]*'|"[^"\n]*")\);[ ]*$/gm

/**
 * hls.js logs only if `debug` is set, which this app never does. Without the texts it is 7 KB smaller (118.4 to
 * 111.5 KB, gzip), as measured with 1.7.4.
 */
export const quietHls = (): Plugin => ({
  name: "quiet-hls",
  apply: "build",
  transform: (code, id) =>
    id.includes("/hls.js/dist/hls.light") ? { code: code.replace(LOG, "$1;"), map: null } : undefined
})
