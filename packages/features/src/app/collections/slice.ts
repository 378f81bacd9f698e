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
  about: "lists and pages of collections, and what people do with them: fill, order, share, preview a rule",
  stores:
    "what rules matched when they were last evaluated, and what changed; its events are those of membership",
  open: ["list"],
  policies: [collectionsPolicy],
  queues: [
    { definition: collectionRefresh, processor: collectionRefreshProcessor, backfill: collectionsToRefresh }
  ],
  maintenance: [collectionMaintenance],
  groups: [[CollectionsGroup, CollectionsLive]],
  raw: [collectionCover, collectionCoverUpload, collectionPlaylist, collectionJson],
  concepts: {
    editing: "who may change a collection",
    exports: "a collection as a playlist and as JSON",
    pictures: "the cover that is served",
    changes: "the items that came and went, with their causes",
    movements: "the stored and recorded changes of members, and how many there were within a week",
    refresh: "a rule evaluated as a whole, with its members stored",
    catchUp: "events applied to the stored members of all rules",
    concerned: "the events for which a rule is evaluated",
    variants: "whether viewers who hide NSFW content may have members of their own",
    affected: "the items whose values an event may have changed",
    reads: "the fields that a rule reads, and the events that can change them",
    store: "the members of a rule for all or some items, stored with their history",
    entityReads: "whether a rule matches other items after an item got or lost an entity",
    counting: "the maintained counts of stored members",
    counts: "the members of collections for a viewer, from their counts",
    countSome: "the members of a rule while it is edited, counted as far as people wait",
    first: "the first members, for covers",
    holding: "the collections that have an item",
    list: "the page of collections",
    everyone: "the rules whose members are the same for all viewers",
    due: "when the time alone changes the members of a rule",
    why: "why an item belongs to a collection",
    leafValues: "what an item has in the fields of a rule",
    rank: "the rank of an item outside of a limit",
    asMember: "why a member does not see an item, for administrators",
    circles: "rules that lead back to their own collection",
    covers: "the pictures of a collection",
    listPages: "what a list page shows, as a condition",
    members: "the members of a rule for a viewer: counted, paged, in order of play",
    names: "from names in a rule to ids, and back",
    personal: "whether a rule reads what its viewer did",
    preview: "what a rule would contain",
    rules: "a rule from a body, and its text",
    shapes: "what the API says of collections"
  }
})
