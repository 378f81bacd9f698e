import { localUrl } from "./Health.ts"
import type { StandaloneConfig } from "./StandaloneConfig.ts"

const readable = "others on your network can read what is sent. docs/security.md tells how to use https."

/** The lines printed when everything runs: the URL, and who else can read the traffic. */
export const readyLines = (
  config: Pick<StandaloneConfig, "address" | "host" | "isBehindProxy" | "isEncrypted" | "port">
): ReadonlyArray<string> => {
  const { app } = config.address
  const ready = `Ready: ${localUrl(config, config.isEncrypted ? "https" : "http")}`
  const lines = app === undefined ? [ready] : [ready, `For people: ${app.href}`]
  if (config.isEncrypted || app?.protocol === "https:") return lines
  // It is unknown here whether the proxy uses https.
  const isUnknown = app === undefined && config.isBehindProxy
  return [...lines, isUnknown ? `Unless your proxy answers https, ${readable}` : `Not encrypted: ${readable}`]
}
