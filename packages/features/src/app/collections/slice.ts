import { defineSlice } from "../../defineSlice.ts"
import { collectionsToRefresh } from "./backfill.ts"
import { collectionMaintenance } from "./maintenance.ts"
import { collectionsPolicy } from "./policy.ts"
import { collectionRefreshProcessor } from "./processor.ts"
import { collectionRefresh } from "./queue.ts"
import { CollectionsGroup } from "./contract.ts"
import { CollectionsLive } from "./http.ts"
import { collectionCover, collectionCoverUpload, collectionJson, collectionPlaylist } from "./raw.ts"

export const collectionsSlice = defineSlice({
  name: "collections",
  about: "lists, shows, edits, shares and exports collections, and previews their rules",
  stores: "the members that rules matched, and their history, as rows; it writes events of collections",
  open: ["list"],
  policies: [collectionsPolicy],
  queues: [
    { definition: collectionRefresh, processor: collectionRefreshProcessor, backfill: collectionsToRefresh }
  ],
  maintenance: [collectionMaintenance],
  groups: [[CollectionsGroup, CollectionsLive]],
  raw: [collectionCover, collectionCoverUpload, collectionPlaylist, collectionJson],
  concepts: {
    editing: "decides who may change a collection",
    exports: "exports a collection as a playlist or as JSON",
    pictures: "serves the cover of a collection, and accepts uploads of one",
    changes: "lists the items that joined or left a collection, with the causes",
    movements: "reads the recorded changes to a collection's members, and counts those of the last week",
    refresh: "evaluates a whole rule and stores its members",
    catchUp: "applies new events to the stored members of all rules",
    concerned: "finds the events after which a rule must be evaluated again",
    variants: "decides whether a rule stores separate members for viewers who hide NSFW content",
    affected: "finds the items whose values an event may have changed",
    reads: "finds the fields that a rule reads, and the events that can change them",
    store: "stores the members of a rule for all or some items, with their history",
    entityReads: "decides whether a rule may match other items after an item gained or lost an entity",
    counting: "maintains the counts of stored members",
    counts: "the number of members that a viewer sees, from the maintained counts",
    countSome: "counts the members of a rule while it is edited, within a time limit",
    first: "the first members of a collection, for its cover",
    holding: "finds the collections that contain an item",
    list: "returns a page of collections",
    everyone: "reads rules whose members can be stored for all viewers",
    due: "computes when a rule must be evaluated again because time has passed",
    why: "explains why an item belongs to a collection",
    leafValues: "the values of an item in the fields of a rule",
    rank: "the rank of an item that matches a rule but is beyond its limit",
    asMember: "explains to an administrator why a member does not see an item",
    circles: "rejects rules that refer to their own collection",
    covers: "chooses the pictures in the cover of a collection",
    listPages: "the filter of a list page, as the text of a rule",
    members: "counts and pages the members that a viewer sees",
    playOrder: "returns the playable members in order, with groups replaced by their items",
    excluded: "lists the items that users excluded from a collection",
    names: "replaces names in a rule with ids, and ids with names",
    personal: "decides whether a rule depends on the viewer's own state",
    preview: "returns the items that a rule would match",
    rules: "parses a rule in a request body, and formats it as text",
    shapes: "the schemas of requests and responses"
  }
})
