import { defineMessages } from "@/lib/messages"

export const messages = defineMessages("entities.picker", {
  add: "Add…",
  addTo: "Add {one}",
  alias: "also called {alias}",
  as: "Credited as",
  asOf: "{name} is credited as",
  character: "Character",
  characterOf: "{name} plays",
  chosen: "Chosen: {name}",
  create: "Create “{name}”",
  credits: "Credits",
  failed: "Couldn’t load suggestions. {reason}",
  items: "{count} item | {count} items",
  noMatch: "No match.",
  people: "People",
  remove: "Remove {name}",
  studio: "Studio",
  suggestions: "{count} suggestion | {count} suggestions",
  tags: "Tags"
})
