import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/** Folders and albums, and what is put into them: images, and groups that were there before. */
export const groupSteps = (world: World): ReadonlyArray<Step> => {
  const { appendTo, file, libraries, random, videos } = world
  const groups: Array<string> = []
  const place = () => {
    const into = random.below(groups.length + 1)
    const parentId = groups[into] ?? null
    // A group lies in one that is older: never in itself.
    const id = random.below(3) === 0 ? groups[into + 1] : random.oneOf(videos)
    return id === undefined ||
      groups.indexOf(id) === into ||
      (groups.includes(id) && groups.indexOf(id) < into)
      ? Promise.resolve()
      : appendTo(id, {
          _tag: "item.placed.v1",
          parentId,
          ordinal: parentId === null ? null : random.below(99) * 1_024
        } as never)
  }
  return [
    () => {
      const id = uuidv7()
      groups.push(id)
      videos.push(id)
      const { path, pathBytes } = file()
      return appendTo(id, {
        _tag: "item.group-registered.v1",
        kind: "gallery",
        title: `Folder ${random.below(9)}`,
        folder: random.below(2) === 0 ? null : { rootId: random.oneOf(libraries).rootId, path, pathBytes }
      } as never)
    },
    place,
    place,
    place
  ]
}
