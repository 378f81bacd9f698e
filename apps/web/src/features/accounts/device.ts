import { translate } from "@/lib/messages"
import { lasting } from "@/lib/storage"
import { messages } from "./messages"

const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"]
] as const
const systems = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"]
] as const

const named = (agent: string, table: ReadonlyArray<readonly [string, string]>): string | undefined =>
  table.find(([mark]) => agent.includes(mark))?.[1]

/** Returns the name for the device list, such as "Firefox on Windows". */
export const deviceName = (agent = navigator.userAgent): string =>
  translate(messages, "deviceName", {
    browser: named(agent, browsers) ?? translate(messages, "unknownBrowser"),
    system: named(agent, systems) ?? translate(messages, "unknownSystem")
  })

/** Returns the browser's device id, which stays the same across sign-ins. */
export const deviceId = (): string => {
  const known = lasting.read("device-id")
  if (known) return known
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")
  lasting.write("device-id", fresh)
  return fresh
}
