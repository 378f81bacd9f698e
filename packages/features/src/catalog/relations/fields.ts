import { field } from "@media/query/Field"
import { boolean, number, ref } from "@media/query/FieldType"
import { performerFields, studioFields, tagFields } from "../related/fields.ts"
import { entities, tagsVia } from "../filters/sources.ts"

const all = "all"
/** Filter fields for the performers, studio and tags of items. */
export const relationFields = [
  field("performer", {
    kinds: all,
    type: ref("performer", { fields: () => performerFields }),
    source: entities("performer"),
    label: "Performers",
    editable: true,
    cost: "lookup"
  }),
  field("studio", {
    kinds: all,
    type: ref("studio", { isTree: true, fields: () => studioFields }),
    source: entities("studio"),
    editable: true,
    cost: "lookup"
  }),
  field("tag", {
    kinds: all,
    type: ref("tag", { isTree: true, fields: () => tagFields }),
    source: entities("tag"),
    label: "Tags",
    editable: true,
    cost: "lookup"
  }),
  field("performerTags", {
    kinds: all,
    type: ref("tag", { isTree: true, fields: () => tagFields }),
    source: tagsVia("performer"),
    cost: "lookup"
  }),
  field("studioTags", {
    kinds: all,
    type: ref("tag", { isTree: true, fields: () => tagFields }),
    source: tagsVia("studio"),
    cost: "lookup"
  }),
  field("performerCount", {
    kinds: all,
    type: number,
    source: entities("performer", "count"),
    cost: "computed"
  }),
  field("tagCount", { kinds: all, type: number, source: entities("tag", "count"), cost: "computed" }),
  field("hasPerformers", {
    kinds: all,
    type: boolean,
    source: entities("performer", "exists"),
    flags: { "has:performers": true },
    cost: "computed"
  }),
  field("hasStudio", {
    kinds: all,
    type: boolean,
    source: entities("studio", "exists"),
    flags: { "has:studio": true },
    cost: "computed"
  }),
  field("hasTags", {
    kinds: all,
    type: boolean,
    source: entities("tag", "exists"),
    flags: { "has:tags": true },
    cost: "computed"
  }),
  field("performerFavorite", {
    kinds: all,
    type: boolean,
    source: entities("performer", "favorite"),
    label: "Has a favorite performer",
    flags: { "has:favoritePerformer": true },
    cost: "computed"
  })
]
