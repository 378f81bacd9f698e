import { publicAddress } from "@media/kernel/PublicAddress"
import * as Either from "effect/Either"
import { expect, it } from "vitest"
import { readyLines } from "./ReadyLines.ts"

it.each([
  [undefined, false, false, ["Ready: http://localhost:8008", /^Not encrypted: others/]],
  [undefined, true, false, ["Ready: https://localhost:8008"]],
  [undefined, false, true, ["Ready: http://localhost:8008", /^Unless your proxy provides https, others/]],
  ["https://media.example.com", false, true, [/^Ready/, "Open in a browser: https://media.example.com/"]],
  ["http://nas/media", false, true, [/^Ready/, "Open in a browser: http://nas/media", /^Not encrypted/]]
])(
  "prints the right addresses for %s, with a certificate: %s, behind a proxy: %s",
  (app, isEncrypted, isBehindProxy, lines) => {
    const address = Either.getOrThrow(publicAddress(app, undefined))
    const said = readyLines({ address, host: "0.0.0.0", port: 8008, isEncrypted, isBehindProxy })
    expect(said).toHaveLength(lines.length)
    lines.forEach((line, index) => expect(said[index]).toMatch(line))
  }
)
