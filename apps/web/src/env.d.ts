/// <reference types="vite/client" />
declare module "hls.js/light" {
  export * from "hls.js"
  export { default } from "hls.js"
}

interface Window {
  /**
   * Responses keyed by URL. The script in index.html sent the requests. Undefined if the script did not request
   * anything.
   */
  early?: Record<string, Promise<Response | undefined>>
}
