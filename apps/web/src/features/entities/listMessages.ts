import { defineMessages } from "@/lib/messages"

/** Of the lists of people, studios and tags; what a kind is called (`{many}`) comes from `entityKinds.ts`. */
export const messages = defineMessages("entities.list", {
  any: "Any",
  below: "{count} below | {count} below",
  countAsc: "Fewest items first",
  countDesc: "Most items first",
  countText: "{count} {name}",
  emptyAdmin: "Create the first {one} here, or add one to an item while you edit it.",
  emptyMember: "Nothing in your libraries names any {many} yet.",
  emptyTitle: "No {many} yet",
  favorites: "Favorites",
  items: "{count} item | {count} items",
  itemsColumn: "Items",
  lastUsed: "Last used",
  loadFailed: "Couldn’t load the {many}",
  name: "Name",
  nameAsc: "Name A–Z",
  nameDesc: "Name Z–A",
  newOne: "New {one}",
  noMatch: "Nothing here matches.",
  random: "Random",
  ratingAsc: "Rated, lowest first",
  ratingDesc: "Rated, highest first",
  search: "Search",
  used: "Items",
  usedAsc: "Least recently used first",
  usedDesc: "Recently used first",
  usedNo: "Without items",
  usedYes: "With items",
  yourRating: "Your rating"
})
