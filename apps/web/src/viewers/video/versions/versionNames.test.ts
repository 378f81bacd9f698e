import { expect, it } from "vitest"
import { versionPlaying } from "./versionNames"

it("returns the main version while a later part of this version plays", () => {
  const version = (id: string) => ({ id, label: null, width: null, height: null })
  const work = { id: "main", versions: [version("main"), version("long")] }
  expect(["main", "long", "part two"].map((id) => versionPlaying(work, id))).toEqual(["main", "long", "main"])
})
