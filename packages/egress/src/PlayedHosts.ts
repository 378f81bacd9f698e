import * as Context from "effect/Context"

/**
 * Hosts that are simulated in tests, each mapped to the port of a local server (127.0.0.1). Requests to these hosts are
 * sent to that server without TLS, but with their original URL and `Host` header. The hosts can be set only in code, so
 * that no setting of the server gives access to private addresses.
 */
export class PlayedHosts extends Context.Reference<PlayedHosts>()("@media/egress/PlayedHosts", {
  defaultValue: (): ReadonlyMap<string, number> => new Map()
}) {}
