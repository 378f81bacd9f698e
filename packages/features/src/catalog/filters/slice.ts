import { defineSlice } from "../../defineSlice.ts"

export const filtersSlice = defineSlice({
  name: "filters",
  about: "compiles conditions on fields to SQL, for every list",
  stores: "nothing",
  open: ["bounded", "comparison", "entities", "plainList", "compile", "itemFields", "readQuery", "sources"],
  concepts: {
    compile: "from a tree of conditions to one parameterized SQL fragment",
    entities: "conditions on the performers, studios and tags of items",
    comparison: "the SQL of one operator on one expression",
    alternatives: "conditions of which one must hold, each looked up in its own index",
    distinct: "the different values of an indexed column",
    texts: "conditions on a field with several texts",
    groupState: "the caller's state of a group, where its items decide it",
    facts: "conditions on one table of facts, read once",
    bounded: "the time that a list with conditions may take",
    plainList: "the query of a list whose rows are no items",
    narrow: "whether an index finds the few rows that a tree can hold for",
    itemFields: "the fields of items, gathered from the slices",
    readQuery: "the query of a list's `q`, or why it cannot be read",
    sources: "where the value of a field comes from"
  }
})
