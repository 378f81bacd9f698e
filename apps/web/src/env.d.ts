/// <reference types="vite/client" />
declare module "hls.js/light" {
  export * from "hls.js"
  export { default } from "hls.js"
}

interface Window {
  /** Responses by address, set by the script in index.html. Absent if the script had nothing to request. */
  early?: Record<string, Promise<Response | undefined>>
}
