import { defineSlice } from "../../defineSlice.ts"
import { AcceptGroup, ProposalsGroup } from "./contract.ts"
import { proposalEvents } from "./events.ts"
import { proposalHistory } from "./history.ts"
import { AcceptLive, ProposalsLive } from "./http.ts"
import { proposalMaintenance } from "./maintenance.ts"
import { metadataImportProcessor } from "./processor.ts"
import { proposalsProjection } from "./projection.ts"
import { metadataImport } from "./queue.ts"
import { proposalImage } from "./raw.ts"

export const proposalsSlice = defineSlice({
  name: "proposals",
  about: "results of scrapers, stash-boxes and plugins for items and entities, which users review first",
  stores: "proposals as rows; reviews and accepted values are events of the item or entity",
  open: ["propose", "found", "start", "decision", "queue"],
  events: proposalEvents,
  history: proposalHistory,
  projections: [proposalsProjection],
  queues: [{ definition: metadataImport, processor: metadataImportProcessor }],
  groups: [
    [ProposalsGroup, ProposalsLive],
    [AcceptGroup, AcceptLive]
  ],
  raw: [proposalImage],
  maintenance: [proposalMaintenance],
  concepts: {
    children: "finds the seasons and episodes in a result, and the files with the same numbers",
    apply: "writes an accepted proposal: first the pictures, then all other values in one transaction",
    applyEntity: "writes the accepted fields of a performer, studio or tag",
    applyItem: "writes the accepted fields, performers, tags and studio of an item",
    createFound: "creates a performer, studio or tag from a result, with its parent and tags",
    decision: "the schemas of a reviewer's decision and of the options of a run",
    download: "downloads the pictures of a result",
    episodeNumbers: "the season and episode numbers in results",
    found: "converts a scraped result to the product's own fields",
    identify: "queries the sources of a run about its items",
    linkIds: "stores the ids of a source with entities that were matched by name",
    match: "matches the performers, studios and tags in a result to existing ones",
    merge: "computes the value of a field after a proposed value was accepted",
    pictures: "selects the pictures of a result, by poster, backdrop and logo",
    present: "the current values of the target of a proposal",
    propose: "stores a result for review",
    proposeChildren: "stores proposals for seasons and episodes together with that of their series",
    readableDecision: "validates the fields, values and ids in a review",
    readers: "parses dates, numbers, countries and other values in a result",
    resolve: "matches or creates the entities in an accepted proposal",
    review: "records reviews, and queues the jobs that write what was accepted",
    shapes: "the schemas of requests and responses",
    sources: "the installed sources of all slices",
    start: "starts a run for a selection",
    stored: "reads proposals, limited to those whose target the caller sees",
    words: "maps the fields of the scraper format to those of the product"
  }
})
