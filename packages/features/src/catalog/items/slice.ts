import { defineSlice } from "../../defineSlice.ts"
import { itemFields } from "./fields.ts"
import { itemStreamEvents } from "./removal.ts"
import { groupsTopic, itemsTopic } from "./live.ts"
import { itemsProjection } from "./projection.ts"
import { itemHistory } from "./history.ts"
import { groupUndo, itemUndo } from "./undo.ts"

export const itemsSlice = defineSlice({
  name: "items",
  about: "everything that lies in a library, whatever its kind: its file, list, page, edit, counts",
  stores: "events, one stream per item, which its kind writes as well",
  open: ["source"],
  fields: itemFields,
  events: itemStreamEvents,
  history: itemHistory,
  undo: [itemUndo, groupUndo],
  projections: [itemsProjection],
  live: [groupsTopic, itemsTopic],
  concepts: {
    groupFields: "the fields of a group in the API, in addition to those of every item",
    groupReads: "lists and pages of a kind that groups others",
    groups: "items that group others, in the table of all items",
    entries: "entries of archives, in the table of all items",
    entrySource: "the bytes of an entry of an archive",
    existing: "which items there still are, for those who keep a folder for each",
    foldedTitle: "the title of a row as the index of words has it",
    fileState: "what every decider of an item's stream knows of its file",
    original: "the original bytes of a kind's files",
    matching: "what the filter of a list asks of a row",
    ownBatch: "batches that an account made its changes under",
    asked: "the filter of a list with its `q`, the parameters of fields and its order read",
    listFilter: "the filter of a list after it was read",
    fieldParams: "parameters of a list that declared fields give a meaning",
    listParams: "the schema of such parameters",
    sortText: "several sort keys in one parameter",
    sortKeys: "what lists are ordered by",
    page: "a page of one kind of item, merged from the visible libraries",
    attachmentEvents: "the events by which a video becomes a version, a part or an extra of another one",
    attachments: "versions, parts and extras in the table of all items",
    versionsOfWork: "the work of a file with the versions that can be played",
    works: "the video that keeps what viewers do with its versions",
    groupDecider: "the order, the cover and the chapters that people give to a group",
    groupEvents: "the events of those",
    lists: "fields with several entries, which edits and undos change one by one",
    itemLists: "how lists of items find words and sort, for collections",
    moments: "when an image without a camera's word was taken",
    summaryOf: "what the event of a kind says of its item",
    summaryRows: "the same in the table of all items",
    rolePictures: "the backdrop and the logo of an item, as its page shows them",
    resolution: "the names of resolutions, and which one a row has",
    sourcedFields: "the sources and the fields that they may state",
    sources: "which source states which value of an item, and which one is shown",
    sourceRows: "the same in the tables",
    sourcesContract: "the same in the API",
    sourcesShown: "the same on the page of an item",
    relatedSources: "the performers, the studio and the tags of an item follow the deciding source",
    source: "an item's file, for those who open it",
    removal: "the removal of an item, until it is restored or purged",
    trashEntry: "an item in the trash, as the API describes it",
    trackOrder: "what tracks and albums are sorted by, by artist and by album",
    title: "titles and sort titles from file names"
  }
})
