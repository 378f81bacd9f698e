import { migrate } from "@media/pg/Migrations"
import { inDatabase, withClient } from "@media/testkit/TemplateSchema"
import type {} from "@media/testkit/PostgresCluster"
import * as Effect from "effect/Effect"
import { createHash, randomUUID } from "node:crypto"
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, inject, it } from "vitest"

const directory = fileURLToPath(new URL("../migrations", import.meta.url))
const name = `media_upgrade_${randomUUID().replaceAll("-", "")}`
const earlier = mkdtempSync(join(tmpdir(), "migrations-"))
const url = inDatabase(inject("databaseUrl"), name)
beforeAll(async () => {
  await withClient(inject("databaseUrl"), (client) => client.query(`create database ${name}`))
})
afterAll(async () => {
  rmSync(earlier, { recursive: true })
  await withClient(inject("databaseUrl"), (client) =>
    client.query(`drop database if exists ${name} with (force)`)
  )
})

const migrateTo = (last: number) => {
  for (const file of readdirSync(directory)) {
    if (Number.parseInt(file, 10) <= last) cpSync(join(directory, file), join(earlier, file))
  }
  return Effect.runPromise(migrate({ url, directory: earlier }))
}

const root = randomUUID()
const hash = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16)
const id = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`

it("a database with several rows for one file has one living row for each afterwards", async () => {
  await migrateTo(12)
  await withClient(url, async (client) => {
    const video = (number: number, path: string, status: string) =>
      client.query(
        `insert into videos (id, library_id, root_id, kind, path, path_bytes, size_bytes, mtime_ms, title, sort_title,
           is_organized, is_nsfw, status, shuffle_key, version, created_at, updated_at)
         values ($1, $2, $2, 'video', $3, $4, 1, 1, $3, $3, false, false, $5, 1, 1, now(), now())`,
        [id(number), root, path, Buffer.from(path), status]
      )
    const note = (path: string, verdict: string, entity: number | null) =>
      client.query(
        `insert into scanned_files (root_id, path_hash, folder_hash, path_bytes, path, verdict, entity_type, entity_id,
           checked_at)
         values ($1, $2, $3, $4, $5, $6, 'video', $7, now())`,
        [root, hash(path), hash(""), Buffer.from(path), path, verdict, entity === null ? null : id(entity)]
      )
    await video(1, "named.mp4", "ready")
    await video(2, "named.mp4", "ready")
    await note("named.mp4", "indexed", 1)
    await video(3, "ignored.mp4", "ready")
    await video(4, "ignored.mp4", "failed")
    await note("ignored.mp4", "ignored", null)
    await video(5, "unnoted.mp4", "ready")
    await video(6, "unnoted.mp4", "ready")
    await video(7, "unnoted.mp4", "ready")
    await video(8, "gone.mp4", "ready")
    await video(9, "gone.mp4", "missing")
    await note("gone.mp4", "missing", 9)
    await video(10, "alone.mp4", "ready")
    await note("alone.mp4", "indexed", 10)
    await video(11, "dangling.mp4", "ready")
    await note("dangling.mp4", "indexed", 99)
  })
  await migrateTo(13)
  const { rows } = await withClient(url, (client) =>
    client.query<{ path: string; n: number }>(
      "select path, right(id::text, 3)::int as n from videos where status <> 'missing' order by path, n"
    )
  )
  expect(rows).toEqual([
    { path: "alone.mp4", n: 10 },
    { path: "dangling.mp4", n: 11 },
    { path: "ignored.mp4", n: 4 },
    { path: "named.mp4", n: 1 },
    { path: "unnoted.mp4", n: 7 }
  ])
})
