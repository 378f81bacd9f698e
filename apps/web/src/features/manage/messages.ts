import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("manage", {
  accounts: "Accounts",
  activity: "Recent activity",
  activityFailed: "Couldn’t load the recent activity",
  allFine: "Everything is running normally.",
  failed: "{count} failure since you last looked | {count} failures since you last looked",
  free: "Free space",
  jobs: "Running jobs",
  noActivity: "Changes by people and by the server appear here.",
  ofTotal: "of {size}",
  pages: "All pages",
  people: "of people who can sign in",
  requests: "Requests",
  review: "Review",
  running: "{count} job running | {count} jobs running",
  seeAll: "See all",
  unanswered: "waiting for an answer",
  waiting: "{count} waiting | {count} waiting"
})

/** A sentence about each administration page, by the name of its route. */
export const abouts = defineMessages("manage.about", {
  duplicates: "Files that look or sound the same",
  history: "Changes made by people and by the server",
  identify: "Review of what sources found, before it is written",
  libraries: "Folders, scans and contents",
  naming: "The meaning of a file name, before you scan it",
  operations: "Jobs that are running, waiting or failed",
  plugins: "Programs of others, in a sandbox",
  "received-requests": "What people ask you to add",
  rules: "Changes that new items get by themselves",
  scrapers: "Definitions that read websites",
  settings: "Playback, previews, network and access",
  stashboxes: "Databases that know videos by their fingerprints",
  storage: "Disk space and generated files",
  trash: "Removed items, kept for 30 days",
  users: "People, and the libraries they can see"
})
