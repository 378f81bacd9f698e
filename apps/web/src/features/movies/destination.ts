import type { Destination } from "@/lib/destination"
import { movieKind } from "./movieKind"

export const destination: Destination = {
  name: movieKind.routes.list,
  label: () => movieKind.words.title,
  icon: movieKind.icon,
  key: movieKind.key,
  section: "everyone",
  contents: "videos",
  // Movies come before series and videos in the navigation.
  position: 100 + movieKind.position
}
