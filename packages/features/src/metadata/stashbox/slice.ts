import { defineSlice } from "../../defineSlice.ts"
import { StashboxGroup } from "./contract.ts"
import { StashboxLive } from "./http.ts"
import { stashboxSource } from "./source.ts"

export const stashboxSlice = defineSlice({
  name: "stashbox",
  about:
    "stash-box servers: what they know of items, performers, studios and tags, and the fingerprints that they get",
  stores:
    "the servers and what was sent to them, as rows; their keys are sealed values; accepted proposals are events",
  groups: [[StashboxGroup, StashboxLive]],
  identifySources: [stashboxSource],
  concepts: {
    allowance: "the requests per minute that all processes share",
    box: "a client of one server, with its key",
    confidence: "how sure a hit is: pure",
    deliver: "the sending of fingerprints, in the queue metadata-import",
    identify: "the scenes that items may be",
    identifyBy: "the route that identifies items",
    idName: "the name of a server's ids among the external ids",
    keys: "the keys of servers, sealed",
    lookup: "performers, studios and tags of a server",
    scraped: "what a server answers, in the words of scrapers",
    send: "sends what waits in the ledger, and never twice",
    shapes: "what the routes answer",
    source: "each server as a source of proposals",
    subjects: "what a server can be asked about items",
    submit: "what is to be sent, in the ledger"
  }
})
