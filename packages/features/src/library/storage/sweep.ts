import * as SqlClient from "@effect/sql/SqlClient"
import { AssetFolder } from "@media/assets/AssetFolder"
import { isItemId, isTemporary, itemFolder } from "@media/assets/AssetPaths"
import { isInUse } from "@media/assets/InUse"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rm, stat } from "node:fs/promises"
import { existingItems, existingOrUnknown } from "../../catalog/items/existing.ts"
import { KEPT_DAYS } from "../../catalog/items/ids.ts"
import { isGeneratedName, versionOf } from "./adjacentNames.ts"
import { onDisk } from "./diskWork.ts"
import { GeneratedFiles, type GeneratedFolder } from "./GeneratedFiles.ts"
import type { Tally } from "./tally.ts"

/** The number of items per query. */
const CHUNK = 500
/**
 * Minimum age in milliseconds of files that may be deleted. Newer files may still belong to an item, because the server
 * stores a file before it records the file in the database.
 */
const SAFE_MS = 60 * 60_000

const Row = Schema.Struct({
  id: Schema.String,
  picture: Schema.NullOr(Schema.String),
  trickplay: Schema.NullOr(Schema.String),
  clip: Schema.NullOr(Schema.String),
  own: Schema.Array(Schema.String)
})

/**
 * Returns the file versions that each item still uses: picture, thumbnails, clip and uploads. The server cannot
 * regenerate an upload. Therefore, a replaced upload is kept for `KEPT_DAYS`, which is also how long an item stays in
 * the trash.
 */
const currentVersions = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Row)(sql`
      select v.id, p.version as picture, w.version as trickplay, w.clip_version as clip, coalesce((
        select jsonb_agg(distinct e.data -> 'choice' ->> 'digest') from events e
        where e.stream_id = v.id and e.type = 'picture.chosen.v1' and e.data -> 'choice' ->> 'digest' is not null
          and (e.data -> 'choice' ->> 'digest' = p.digest or not exists (
            select from events n where n.stream_id = v.id and n.version > e.version
              and n.type in ('picture.chosen.v1', 'picture.reset.v1')
              and n.at < now() - make_interval(days => ${KEPT_DAYS})))), '[]') as own
      from items v left join item_pictures p on p.item_id = v.id left join video_previews w on w.item_id = v.id
      where v.id = any(${ids as Array<string>}::uuid[])`)
    return new Map(rows.map((row) => [row.id, row]))
  })

type Current = Effect.Effect.Success<ReturnType<typeof currentVersions>>

const isOld = async (path: string, nowMs: number): Promise<{ readonly bytes: number } | undefined> => {
  const facts = await stat(path).catch(() => undefined)
  return facts !== undefined && facts.isFile() && nowMs - facts.mtimeMs > SAFE_MS
    ? { bytes: facts.size }
    : undefined
}

/** Deletes the outdated files of an existing item. */
const sweepFiles = async (
  folder: AssetFolder,
  isUnwanted: (name: string) => boolean,
  nowMs: number
): Promise<{ readonly files: number; readonly bytes: number }> => {
  let files = 0
  let bytes = 0
  for (const name of (await folder.names()).filter(isUnwanted)) {
    const old = await isOld(folder.file(name), nowMs)
    if (old === undefined) continue
    await rm(folder.file(name), { force: true })
    files += 1
    bytes += old.bytes
  }
  return { files, bytes }
}

/**
 * Deletes the folder of an item that no longer exists. Returns undefined without deleting anything if a process uses
 * the folder or used it recently.
 */
const sweepFolder = async (folder: AssetFolder, nowMs: number) => {
  const names = await folder.names()
  for (const name of names) {
    const facts = await stat(folder.file(name)).catch(() => undefined)
    if (facts !== undefined && nowMs - facts.mtimeMs <= SAFE_MS) return undefined
  }
  if (await isInUse(folder, nowMs)) return undefined
  const bytes = await folder.bytes()
  await folder.remove()
  return { files: names.length, bytes }
}

const sweepGeneratedFolder = (made: GeneratedFolder, tally: Tally) =>
  Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const names = yield* onDisk(() => new AssetFolder(made.assets.folder).names())
    const ids = names.filter((id) => isItemId(id) && isUuid(id))
    for (let at = 0; at < ids.length; at += CHUNK) {
      const chunk = ids.slice(at, at + CHUNK)
      const present = yield* made.isMadeAgain ? existingItems(chunk) : existingOrUnknown(chunk)
      const current: Current = yield* currentVersions(chunk)
      for (const id of chunk) {
        const folder = new AssetFolder(itemFolder(made.assets.folder, id))
        const known = current.get(id)
        const isOfBefore = (name: string): boolean =>
          isGeneratedName(name) && known !== undefined && !versionsIn(made, known).has(versionOf(name))
        const swept = yield* onDisk(() =>
          present.has(id)
            ? sweepFiles(folder, (name) => isTemporary(name) || isOfBefore(name), nowMs)
            : sweepFolder(folder, nowMs)
        )
        if (swept !== undefined) tally.add("swept", swept)
      }
    }
  })

const versionsIn = (
  made: GeneratedFolder,
  { clip, own, picture, trickplay }: typeof Row.Type
): ReadonlySet<string | null> => {
  if (!made.isMadeAgain) return new Set(own)
  return made.assets.name === "pictures" ? new Set([picture]) : new Set([trickplay, clip])
}

/**
 * Deletes unused files from the server's folders: files of deleted items, replaced pictures, and unfinished files. If a
 * folder cannot be read, the sweep reports the folder and continues with the next one.
 */
export const sweepGenerated = Effect.fn("storage.sweep")(function* (tally: Tally) {
  const { folders } = yield* GeneratedFiles
  for (const made of folders)
    yield* Effect.catchTag(sweepGeneratedFolder(made, tally), "NotMoved", ({ reason }) =>
      Effect.sync(() => tally.left(made.assets.folder, reason))
    )
})
