import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import { allowedHost, type AllowedHost } from "./AllowList.ts"

const NAME = "MEDIA_ALLOW_PRIVATE_FETCH"

/**
 * Hosts in private networks from which the server may fetch, separated by commas. An invalid entry prevents the server
 * from starting.
 */
export const allowListConfig = Config.string(NAME).pipe(
  Config.withDefault(""),
  Config.mapOrFail((value) => {
    const entries = value
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")
    const hosts: Array<AllowedHost> = []
    for (const entry of entries) {
      const host = allowedHost(entry)
      if (host === undefined)
        return Either.left(
          ConfigError.InvalidData([NAME], `"${entry}" is not a host such as nas.local or 192.168.1.5:8080`)
        )
      hosts.push(host)
    }
    return Either.right(hosts)
  })
)
