import { defineSlice } from "../../defineSlice.ts"
import { itemFields } from "./fields.ts"
import { itemStreamEvents } from "./removal.ts"
import { groupsTopic, itemsTopic } from "./live.ts"
import { relateAfterUpgrade } from "./maintenance.ts"
import { itemsProjection } from "./projection.ts"
import { itemHistory } from "./history.ts"
import { groupUndo, itemUndo } from "./undo.ts"

export const itemsSlice = defineSlice({
  name: "items",
  about: "everything that items of all kinds have in common: files, lists, pages, edits and counts",
  stores: "events, one stream per item; the slice of the item's kind writes to the same stream",
  open: ["source"],
  fields: itemFields,
  events: itemStreamEvents,
  history: itemHistory,
  undo: [itemUndo, groupUndo],
  projections: [itemsProjection],
  live: [groupsTopic, itemsTopic],
  maintenance: [relateAfterUpgrade],
  concepts: {
    groupFields: "the API fields that groups have in addition to those of items",
    groupReads: "lists and detail pages of a kind that groups other items",
    groups: "the projection of groups in the table of all items",
    entries: "the projection of archive entries in the table of all items",
    entrySource: "reads the bytes of an archive entry",
    existing: "finds ids of existing items, for slices that store a folder per item",
    foldedTitle: "the SQL expression of a title as in the word index",
    fileState: "the part of an item's state that describes its file, shared by all deciders",
    original: "the route that serves the original file of an item",
    matching: "the SQL conditions of a list filter",
    ownBatch: "checks that the caller made a change with this batch id",
    asked: "parses a list filter: its `q`, field parameters and sort order",
    listFilter: "the type of a parsed list filter",
    fieldParams: "parses list parameters that are conditions on fields",
    listParams: "the schema of list parameters",
    sortText: "parses several sort keys in one parameter",
    sortKeys: "the sort keys of lists",
    pageOrder: "the sort order of a list as SQL",
    page: "returns a page of one kind of item, merged from the visible libraries",
    attachmentEvents: "the events that make a video a version, a part or an extra of another one",
    attachments: "the projection of versions, parts and extras in the table of all items",
    preferredVersion: "finds the version of a work to play if the caller does not choose one",
    versionsOfWork: "finds the work of an item, and its playable versions",
    works: "finds the video that stores the user state of all versions and parts of a work",
    groupDecider: "decides changes to the order, the cover and the chapters of a group",
    groupEvents: "the events for the order, the cover and the chapters of a group",
    lists: "fields with several values, which edits and undo add and remove individually",
    itemLists: "the word search and sort keys of items, for lists of collections",
    moments: "the time of an image that has no camera time",
    summaryOf: "the values that an event of a kind sets on its item",
    summaryRows: "the projection of these values in the table of all items",
    rolePictures: "SQL for the backdrop and the logo of an item",
    resolution: "the names and ranks of resolutions",
    sourcedFields: "the sources of values, and the fields that each source may set",
    sources: "the values that each source provides for an item, and which of them are displayed",
    sourceRows: "stores the values from each source as rows",
    sourcesContract: "the API schemas of sources and their values",
    sourcesShown: "SQL for the sources of values on the page of an item",
    relateEarlier: "relates items that an earlier version recorded without relations",
    relatedSources: "relates an item to the entities of the source with the highest precedence",
    source: "finds the file of an item, for code that opens it",
    removal: "the events of an item's removal, restore and purge",
    trashEntry: "the API schema of an item in the trash",
    trackOrder: "the sort keys of tracks and albums by artist and by album",
    title: "derives titles and sort titles from file names"
  }
})
