import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("manage", {
  allFine: "Everything is running normally.",
  failed: "{count} failure since you last looked | {count} failures since you last looked",
  review: "Review",
  running: "{count} job running | {count} jobs running"
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
