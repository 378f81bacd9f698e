import { history } from "../../EventHistory.ts"

export const pictureHistory = history(
  { kind: "files", target: "item" },
  {
    "picture.made.v1": "made the picture of {target}",
    "picture.failed.v1": "could not make a picture of {target}",
    "picture.chosen.v1": { kind: "items", sentence: "chose the picture of {target}" },
    "picture.role-set.v1": { kind: "items", sentence: "changed the backdrop or the logo of {target}" },
    "picture.reset.v1": { kind: "items", sentence: "chose the automatic picture of {target}" }
  }
)
