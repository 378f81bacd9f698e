/// <reference types="vite/client" />
declare module "hls.js/light" {
  export * from "hls.js"
  export { default } from "hls.js"
}

interface Window {
  /**
   * Responses to the requests that the script in index.html sent before the app was loaded, keyed by URL. Undefined if
   * it sent none.
   */
  early?: Record<string, Promise<Response | undefined>>
}
