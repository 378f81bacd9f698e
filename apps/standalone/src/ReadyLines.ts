import { localUrl } from "./Health.ts"
import type { StandaloneConfig } from "./StandaloneConfig.ts"

const readable = "others on your network can read the traffic. docs/security.md explains how to use https."

/**
 * Returns the lines to print when all processes are running: the URLs, and a warning if the traffic is not encrypted.
 */
export const readyLines = (
  config: Pick<StandaloneConfig, "address" | "host" | "isBehindProxy" | "isEncrypted" | "port">
): ReadonlyArray<string> => {
  const { app } = config.address
  const ready = `Ready: ${localUrl(config, config.isEncrypted ? "https" : "http")}`
  const lines = app === undefined ? [ready] : [ready, `Open in a browser: ${app.href}`]
  if (config.isEncrypted || app?.protocol === "https:") return lines
  // The launcher does not know whether the proxy uses https.
  const isUnknown = app === undefined && config.isBehindProxy
  return [
    ...lines,
    isUnknown ? `Unless your proxy provides https, ${readable}` : `Not encrypted: ${readable}`
  ]
}
