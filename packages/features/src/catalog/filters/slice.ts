import { defineSlice } from "../../defineSlice.ts"

export const filtersSlice = defineSlice({
  name: "filters",
  about: "compiles filter conditions to SQL, for every list",
  stores: "nothing",
  open: [
    "bounded",
    "comparison",
    "countable",
    "entities",
    "plainList",
    "compile",
    "itemFields",
    "readQuery",
    "sources"
  ],
  concepts: {
    compile: "compiles a tree of conditions to one parameterized SQL fragment",
    countable: "decides which fields have values that can be counted",
    entities: "compiles conditions on the performers, studios and tags of items",
    comparison: "compiles one operator on one expression",
    alternatives: 'compiles conditions joined by "or", each with its own index lookup',
    distinct: "queries the distinct values of a listed fact",
    texts: "compiles conditions on a field with several text values",
    groupState: "SQL for the caller's state of a group that is derived from its items",
    facts: "combines conditions on the same table of facts, so that it is read once",
    bounded: "the time limit of lists with conditions",
    plainList: "parses the query of a list whose rows are not items",
    narrow: "decides whether an index probably finds few matching rows for a condition",
    itemFields: "the filter fields of items, collected from the slices",
    readQuery: "parses the `q` parameter of a list, or explains why it is invalid",
    sources: "the SQL sources of field values"
  }
})
