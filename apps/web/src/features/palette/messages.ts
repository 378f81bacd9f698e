import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("palette", {
  actions: "Actions",
  all: "Show all {count} results | Show all {count} results",
  allMore: "Show all results",
  artist: "Artist",
  author: "Author",
  bookSeries: "Book series",
  corrected: "Showing results for “{text}”",
  couldNot: "Search failed: {reason}",
  items: "{count} item | {count} items",
  jobsPaused: "All jobs are paused",
  jobsResumed: "All jobs continue",
  nothing: "Nothing matches “{text}”",
  pages: "Pages",
  pauseJobs: "Pause all jobs",
  people: "People, studios, tags and series",
  performer: "Person",
  recent: "Recent",
  resumeJobs: "Resume all jobs",
  scan: "Scan library {name}",
  scanStarted: "Scanning “{name}”…",
  studio: "Studio",
  tag: "Tag",
  title: "Search everything",
  upload: "Upload files to {name}",
  views: "Views"
})
