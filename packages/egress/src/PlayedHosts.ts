import * as Context from "effect/Context"

/**
 * Hosts that servers on this machine simulate in tests, with their ports on 127.0.0.1. The URLs of requests to these
 * hosts are not changed, and the requests are sent without TLS. Only code can provide this service, so that no setting
 * gives access to private addresses.
 */
export class PlayedHosts extends Context.Reference<PlayedHosts>()("@media/egress/PlayedHosts", {
  defaultValue: (): ReadonlyMap<string, number> => new Map()
}) {}
