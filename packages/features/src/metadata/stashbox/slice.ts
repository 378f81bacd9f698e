import { defineSlice } from "../../defineSlice.ts"
import { StashboxGroup } from "./contract.ts"
import { StashboxLive } from "./http.ts"
import { stashboxSource } from "./source.ts"

export const stashboxSlice = defineSlice({
  name: "stashbox",
  about: "stash-boxes: looks up items, performers, studios and tags there, and submits fingerprints",
  stores: "servers and submissions as rows, API keys encrypted; accepted proposals are events",
  groups: [[StashboxGroup, StashboxLive]],
  identifySources: [stashboxSource],
  concepts: {
    allowance: "the rate limit that all processes share",
    box: "the client of one stash-box",
    confidence: "computes the confidence of a match (pure)",
    deliver: "sends fingerprints in the queue metadata-import",
    identify: "finds the scenes that match items",
    identifyBy: "the route that identifies items",
    idName: "chooses the name under which ids of a stash-box are stored as external ids",
    keys: "stores the API keys of stash-boxes encrypted",
    lookup: "looks up performers, studios and tags on a stash-box",
    scraped: "converts the responses of a stash-box to the scraper format",
    send: "sends pending fingerprints, each at most once",
    shapes: "the schemas of requests and responses",
    source: "offers each stash-box as a source of proposals",
    subjects: "the data of items with which a stash-box can look them up",
    submit: "queues fingerprints for submission"
  }
})
