import * as Context from "effect/Context"

/**
 * Hosts that servers of this machine play in tests, each with its port on 127.0.0.1. Requests to them keep their addresses, and are
 * sent without TLS. Only code can provide it, so that no setting opens private addresses.
 */
export class PlayedHosts extends Context.Reference<PlayedHosts>()("@media/egress/PlayedHosts", {
  defaultValue: (): ReadonlyMap<string, number> => new Map()
}) {}
