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
  people: "people who can sign in",
  requests: "Requests",
  review: "Review",
  running: "{count} job running | {count} jobs running",
  seeAll: "See all",
  unanswered: "waiting for an answer",
  waiting: "{count} waiting | {count} waiting"
})

/** A description of each administration page, keyed by route name. */
export const abouts = defineMessages("manage.about", {
  duplicates: "Files that look or sound the same",
  history: "Changes made by people and by the server",
  identify: "Metadata from scrapers and stash-boxes, for you to review",
  libraries: "Folders, scans and contents",
  naming: "How the server would interpret file names, before you scan",
  operations: "Jobs that are running, waiting or failed",
  plugins: "Third-party extensions that run in a sandbox",
  "received-requests": "Media that people ask you to add",
  rules: "Automatic changes to new items",
  scrapers: "Definitions for reading metadata from websites",
  settings: "Playback, previews, network and access",
  stashboxes: "Databases that identify videos by their fingerprints",
  storage: "Disk space and generated files",
  trash: "Removed items, kept for 30 days",
  users: "People, and the libraries they can see"
})
