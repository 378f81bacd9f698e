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
  about:
    "what scrapers, stash-boxes and plugins found for items and entities, reviewed before anything is written",
  stores: "proposals as rows; a review is an event of the item or entity, as is everything that is accepted",
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
    children: "the seasons and episodes of a result, and the files that have their numbers",
    apply: "writes an accepted proposal: pictures, then everything else in one transaction",
    applyEntity: "the fields of a performer, studio or tag",
    applyItem: "the fields, people, tags and studio of an item",
    createFound: "creates a performer, studio or tag of a result, with its parent and tags",
    decision: "what a reviewer, or the options of a run, decided",
    download: "pictures from the addresses of a result",
    episodeNumbers: "the season and numbers of episodes in results",
    found: "a result in the words of the product",
    identify: "asks the sources of a run about its items",
    linkIds: "the ids of a source, stored with entities that were found by name",
    match: "the performer, studio or tag of ours that a result names",
    merge: "the value of a field after a proposed one was taken",
    pictures: "the pictures of a result that are free or chosen, by poster, backdrop and logo",
    present: "the values that a proposal is compared with",
    propose: "stores a result for review",
    proposeChildren: "proposals of seasons and episodes with that of their series",
    readableDecision: "checks the fields, values and ids of a review",
    readers: "dates, numbers, countries and other values in the texts of a result",
    resolve: "the entities that an accepted proposal gives to an item, matched again or created",
    review: "records reviews, and queues the jobs that write what was accepted",
    shapes: "what the API says of proposals",
    sources: "the installed sources of all slices",
    start: "starts a run for a selection",
    stored: "the rows of proposals, limited to what the caller sees",
    words: "the fields of the scraper format and those of the product"
  }
})
