import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { pathHash } from "../../catalog/files/PathHashes.ts"
import { subtitlesOf } from "./queue.ts"
import { matchSidecars, subtitleFolders, type Matched } from "./sidecarName.ts"

const FileRow = Schema.Struct({
  path: Schema.String,
  path_hash: Schema.Any,
  path_bytes: Schema.Any,
  size_bytes: Schema.NullOr(Schema.Number),
  mtime_ms: Schema.NullOr(Schema.Number)
})
const VideoRow = Schema.Struct({ id: Schema.String, path: Schema.String, path_bytes: Schema.Any })

type SidecarFile = typeof FileRow.Type
type SidecarVideo = typeof VideoRow.Type
export type Sidecar = Matched<SidecarVideo, SidecarFile>

export const hashOf = ({ path_hash }: SidecarFile): string => (path_hash as Buffer).toString("hex")

const isSubtitles = String.raw`entity_id is null and path ~* '\.(srt|vtt|ass|ssa)$'`

/** Returns the subtitle files that the last scan recorded. `folders` are path hashes, or null for the whole root. */
const filesIn = (rootId: string, folders: ReadonlyArray<Buffer> | null) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(FileRow)(sql`
      select path, path_hash, path_bytes, size_bytes, mtime_ms from scanned_files
      where root_id = ${rootId} and ${sql.literal(isSubtitles)} and kind = 'file'
        and ${folders === null ? sql.literal("true") : sql`folder_hash = any(${folders as Array<Buffer>})`}
      order by path`)
  )

const videosIn = (rootId: string, folders: ReadonlyArray<Buffer>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(VideoRow)(sql`
      select v.id, s.path, s.path_bytes from scanned_files s join items v on v.id = s.entity_id
      where s.root_id = ${rootId} and s.folder_hash = any(${folders as Array<Buffer>}) and v.kind = 'video'
        and s.scan_result in ('indexed', 'moved', 'unchanged')`)
  )

const slash = Buffer.from("/")
const folderOf = (path: Buffer): Buffer => path.subarray(0, Math.max(0, path.lastIndexOf("/")))
const inFolder = (folder: Buffer, name: Buffer | string): Buffer =>
  folder.length === 0 ? Buffer.from(name) : Buffer.concat([folder, slash, Buffer.from(name)])
const withoutEnding = (path: Buffer): Buffer => {
  const name = path.subarray(path.lastIndexOf("/") + 1)
  const dot = name.lastIndexOf(".")
  return dot <= 0 ? name : name.subarray(0, dot)
}

/**
 * Returns the subtitle files of one video. Considers all videos in the folder, because a subtitle file belongs to the
 * video with the longest matching name.
 */
export const sidecarsOf = Effect.fn("subtitles.sidecarsOf")(function* (
  rootId: string,
  video: { readonly id: string; readonly relative: Buffer }
) {
  const folder = folderOf(video.relative)
  const subfolders = subtitleFolders.map((name) => inFolder(folder, name))
  const own = subfolders.map((each) => inFolder(each, withoutEnding(video.relative)))
  const files = yield* filesIn(rootId, [folder, ...subfolders, ...own].map(pathHash))
  if (files.length === 0) return []
  const videos = yield* videosIn(rootId, [pathHash(folder)])
  return matchSidecars(videos, files).filter((each) => each.video.id === video.id)
})

const Known = Schema.Struct({
  item_id: Schema.String,
  path_hash: Schema.Any,
  size_bytes: Schema.NullOr(Schema.Number),
  mtime_ms: Schema.NullOr(Schema.Number)
})

const stampOf = (itemId: string, hash: Buffer, size: number | null, mtime: number | null): string =>
  `${itemId} ${hash.toString("hex")} ${size} ${mtime}`

/** The number of folders per query. */
const FOLDERS = 1_000

/**
 * Returns jobs for videos of a root. A video gets a job if its subtitle files were added, changed or removed since they
 * were last read. Reads all records of the scan, not only changes, so that no change is missed after an interrupted
 * scan.
 */
export const videosWithOtherSubtitles = Effect.fn("subtitles.videosWithOtherSubtitles")(function* (
  rootId: string
) {
  const sql = yield* SqlClient.SqlClient
  const files = yield* filesIn(rootId, null)
  const folders = new Map<string, Buffer>()
  for (const { path_bytes } of files) {
    let folder = folderOf(path_bytes as Buffer)
    for (let up = 0; up < 3; up += 1) {
      folders.set(folder.toString("latin1"), folder)
      if (folder.length === 0) break
      folder = folderOf(folder)
    }
  }
  const hashes = [...folders.values()].map(pathHash)
  const videos: Array<SidecarVideo> = []
  for (let from = 0; from < hashes.length; from += FOLDERS)
    videos.push(...(yield* videosIn(rootId, hashes.slice(from, from + FOLDERS))))
  const known = yield* rowsOf(Known)(sql`
    select t.item_id, t.path_hash, t.size_bytes, t.mtime_ms from subtitle_tracks t
      join item_files f on f.item_id = t.item_id
    where f.root_id = ${rootId} and t.source = 'sidecar' and f.is_present`)
  const before = new Map(
    known.map((row) => [
      stampOf(row.item_id, row.path_hash as Buffer, row.size_bytes, row.mtime_ms),
      row.item_id
    ])
  )
  const changed = new Set<string>()
  for (const { file, video } of matchSidecars(videos, files)) {
    const stamp = stampOf(video.id, file.path_hash as Buffer, file.size_bytes, file.mtime_ms)
    if (!before.delete(stamp)) changed.add(video.id)
  }
  for (const itemId of before.values()) changed.add(itemId)
  const labels = new Map(videos.map(({ id, path }) => [id, path]))
  return [...changed].map((id) => subtitlesOf(id, labels.get(id) ?? "Subtitles", "library-scan"))
})
