import { defineMessages } from "@/lib/messages"

/** The types of extras. The keys are the types that the server reports. */
export const messages = defineMessages("works.extras", {
  behindTheScenes: "Behind the scenes",
  clip: "Clip",
  deletedScene: "Deleted scene",
  featurette: "Featurette",
  interview: "Interview",
  sample: "Sample",
  scene: "Scene",
  short: "Short",
  themeSong: "Theme song",
  themeVideo: "Theme video",
  trailer: "Trailer"
})
