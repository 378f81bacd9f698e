import { uuidv7 } from "@media/kernel/Ids"
import type { Step, World } from "./World.ts"

/** Returns steps that create folders and albums, and add images and existing groups to them. */
export const groupSteps = (world: World): ReadonlyArray<Step> => {
  const { appendTo, file, libraries, random, videos } = world
  const groups: Array<string> = []
  const entries: Array<string> = []
  const move = () => {
    const into = random.below(groups.length + 1)
    const parentId = groups[into] ?? null
    // A group is placed only in an older group, so that no group can contain itself.
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
  const archive = async () => {
    const id = uuidv7()
    groups.push(id)
    videos.push(id)
    const root = random.oneOf(libraries)
    await appendTo(id, {
      _tag: "item.registered.v1",
      kind: "gallery",
      libraryId: root.id,
      rootId: root.rootId,
      title: "A comic",
      ...file()
    } as never)
    for (let n = 0; n < 3; n += 1) {
      const entry = uuidv7()
      videos.push(entry)
      entries.push(entry)
      const event = {
        kind: "image",
        title: `Page ${n}`,
        archiveId: id,
        ordinal: 1_024 * n,
        size: n,
        mtimeMs: n
      }
      await appendTo(entry, { _tag: "item.entry-registered.v1", ...event, name: `${n}.png` } as never)
    }
  }
  const ofGallery = () =>
    groups.length === 0
      ? Promise.resolve()
      : appendTo(
          random.oneOf(groups),
          random.oneOf([
            {
              _tag: "gallery.read.v1",
              size: 1,
              mtimeMs: 1,
              images: 3,
              note: random.oneOf([null, "One is left out."])
            },
            { _tag: "group.ordered.v1" },
            { _tag: "group.cover-chosen.v1", itemId: random.oneOf([null, ...entries]) },
            {
              _tag: "group.chapters-set.v1",
              chapters: [{ id: uuidv7(), title: `Chapter ${random.below(9)}`, itemId: uuidv7() }]
            }
          ]) as never
        )
  const ofAlbum = () => {
    if (groups.length === 0) return Promise.resolve()
    const id = random.oneOf(groups)
    const artist = random.oneOf([null, "The Band; A Guest"])
    const year = random.oneOf([null, 1999])
    return appendTo(id, {
      _tag: "album.described.v1",
      key: uuidv7(),
      artist,
      year,
      isVarious: artist === null,
      title: year === null ? "The Album 9" : null
    } as never)
  }
  return [
    archive,
    ofGallery,
    ofAlbum,
    () =>
      entries.length === 0
        ? Promise.resolve()
        : appendTo(random.oneOf(entries), {
            _tag: "item.entry-renamed.v1",
            name: `${uuidv7()}.png`
          } as never),
    () => {
      const id = uuidv7()
      groups.push(id)
      videos.push(id)
      const { path, pathBytes } = file()
      return appendTo(id, {
        _tag: "item.group-registered.v1",
        kind: random.oneOf(["gallery", "album", "series", "season"]),
        title: `Folder ${random.below(9)}`,
        folder: random.below(2) === 0 ? null : { rootId: random.oneOf(libraries).rootId, path, pathBytes }
      } as never)
    },
    move,
    move,
    move
  ]
}
