import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("item.work", {
  set: "Movie set",
  setHelp: "Groups related movies, such as a trilogy.",
  countries: "Countries",
  countriesHelp: "Separate countries with commas.",
  originalTitle: "Original title",
  sortTitle: "Sort title",
  sortTitleHelp: "Used instead of the title to sort lists, for example “Alien 2” for “Aliens”.",
  tagline: "Tagline",
  contentRating: "Content rating",
  communityRating: "Community rating",
  communityRatingHelp: "From 0 to 100.",
  runtimeMinutes: "Running time in minutes",
  code: "Studio code",
  externalIds: "IDs in other databases",
  externalIdsHelp: "One per line, such as “imdb: tt0133093”.",
  invalidId: "“{line}” is not a valid ID. Enter the database and the ID, such as “imdb: tt0133093”.",
  urls: "Web addresses",
  urlsHelp: "One per line.",
  more: "More fields",
  status: "Status",
  unknown: "Unknown",
  continuing: "Continuing",
  ended: "Ended"
})
