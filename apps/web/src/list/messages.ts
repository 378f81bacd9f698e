import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("list", {
  cardSize: "Card size",
  cardSizeText: "{size} of {most}",
  clear: "Clear",
  clearSearch: "Clear search",
  clearFilters: "Clear filters",
  couldNotLoad: "Couldn’t load. Retry",
  filter: "Filter",
  /** Screen readers read this word after "Filter 2", where 2 is the number of filters. */
  filtersActive: "active",
  from: "{label} from",
  grid: "Grid",
  gridView: "Grid view",
  larger: "Larger cards",
  noMatch: "Nothing matches",
  searchIn: "Search {list}",
  showNew: "{count} new",
  smaller: "Smaller cards",
  sort: "Sort",
  table: "Table",
  tableView: "Table view",
  to: "{label} to",
  view: "View"
})
