import { purgeItems } from "@media/features/library/trash/purge"
import type { World } from "./World.ts"

/** Moves an item to the trash. Some items are then restored or permanently deleted. */
export const trashStep = async ({ random, libraries, videos, file, store, trash }: World): Promise<void> => {
  const id = random.oneOf(videos)
  const { path, pathBytes } = file()
  const { id: libraryId, rootId } = random.oneOf(libraries)
  const withFile = random.below(4) > 0
  const files = withFile ? [pathBytes] : []
  await trash(id, { _tag: "Trash", libraryId, rootId, path, pathBytes, withFile, files })
  const isPresent = random.below(2) === 0
  const way = random.below(5)
  if (way === 0) return
  if (withFile && way === 1) {
    await trash(id, { _tag: "RecordNotMoved", reason: "It is mounted read-only", isPresent })
    return
  }
  if (withFile) await trash(id, { _tag: "RecordFiled", files })
  if (way === 2) {
    if (withFile) await trash(id, { _tag: "StartRestore" })
    await trash(id, { _tag: "RecordRestored", isPresent })
    return
  }
  await store.run(purgeItems([id], { isExpired: random.below(2) === 0, meta: {} }))
  if (way === 3) await trash(id, { _tag: "RecordEmptied" })
}
