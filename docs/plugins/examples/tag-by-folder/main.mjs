import { basename, dirname } from "node:path"
import { answer, fail, library, log, progress, readInput } from "./media.mjs"

/** Returns the name of a video's folder as its tag, or undefined if the folder is ignored. */
const tagOf = (path, ignored) => {
  const folder = basename(dirname(path ?? ""))
  return folder === "" || folder === "." || ignored.includes(folder.toLowerCase()) ? undefined : folder
}

const main = async ({ api, args, settings }) => {
  const media = library(api)
  const ignored = (settings.ignored ?? "").split(",").map((name) => name.trim().toLowerCase())
  const videos = []
  if (args.hookContexts) {
    for (const { id } of args.hookContexts) {
      // The video may have been removed after the hook was triggered.
      const video = await media.item(id).catch(() => undefined)
      if (video) videos.push(video)
    }
  } else for await (const video of media.items("video")) videos.push(video)

  const byTag = new Map()
  for (const { id, path, tags } of videos) {
    const tag = tagOf(path, ignored)
    if (tag && !tags.includes(tag)) byTag.set(tag, [...(byTag.get(tag) ?? []), id])
  }

  let [changed, done] = [0, 0]
  for (const [tag, ids] of byTag) {
    const result = await media.edit(ids, { tags: { add: [tag] } })
    log.info(`${tag}: ${result.changed} videos`)
    changed += result.changed
    done += 1
    progress(done / byTag.size)
  }
  answer(`${changed} of ${videos.length} videos have a new tag.`)
}

await main(await readInput()).catch((error) => fail(error.message))
