import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("list", {
  cardSize: "Card size",
  cardSizeText: "{size} of {most}",
  clear: "Clear",
  clearSearch: "Clear search",
  clearFilters: "Clear filters",
  couldNotLoad: "Couldn’t load. Retry",
  filter: "Filter",
  /**
   * Screen readers read this word after the label of the filter button and the number of filters: "Filter 2 active".
   */
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
