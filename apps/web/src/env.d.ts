/// <reference types="vite/client" />
declare module "hls.js/light" {
  export * from "hls.js"
  export { default } from "hls.js"
}

interface Window {
  /** Answers by address; set by the script in index.html. Nothing answered where there was nothing to ask. */
  early?: Record<string, Promise<Response | undefined>>
}
