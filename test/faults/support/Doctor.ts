import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { openFiles, processes, residentMegabytes, toolsOn } from "./Processes.ts"
import type { Product } from "./Product.ts"
import { rebuildDifferences } from "./Rebuilt.ts"
import { timed } from "./Time.ts"

export interface Expectation {
  /** Ids of job runs that the server has confirmed as queued. None of them may be lost. */
  readonly acknowledged?: ReadonlyArray<string>
  /** Files below a library root, as relative paths. The database must contain each file exactly once. */
  readonly files?: { readonly rootId: string; readonly paths: ReadonlyArray<string> }
  readonly baseline?: Baseline
}

export interface Baseline {
  readonly server: { readonly files: number; readonly megabytes: number }
  readonly worker: { readonly files: number; readonly megabytes: number }
}

const usage = (pid: number | undefined) =>
  pid === undefined
    ? { files: 0, megabytes: 0 }
    : { files: openFiles(pid), megabytes: residentMegabytes(pid) }

export const baselineOf = (product: Product): Baseline => ({
  server: usage(product.server()),
  worker: usage(product.worker())
})

/** Checks those of the invariants I1 to I12 that currently apply. Returns one line for each violation. */
export const doctor = async (
  product: Product,
  expected: Expectation = {}
): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  const client = await product.connect()
  const ask = async (text: string, values: Array<unknown> = []) => (await client.query(text, values)).rows
  const none = async (what: string, text: string, values: Array<unknown> = []) => {
    const rows = await ask(text, values)
    if (rows.length > 0) wrong.push(`${what}: ${rows.length}, such as ${JSON.stringify(rows[0])}`)
  }
  try {
    // A job and its run share one row, so they cannot differ. The remaining possible faults are:
    // - two active rows with the same key
    // - a claim of a missing job
    // - a claim of a job that is already claimed
    await none(
      "I1 two living runs with one key",
      `select queue, dedupe_key from jobs where state in (0, 1, 3) and dedupe_key is not null
       group by 1, 2 having count(*) > 1`
    )
    await none(
      "I1 a claim of a job that is not there",
      `select c from slots s, unnest(s.claimed) c where not exists (select 1 from jobs j where j.id = c)`
    )
    await none(
      "I1 a job claimed twice",
      `select c from slots s, unnest(s.claimed) c group by c having count(*) > 1`
    )
    await none(
      "I2 started without a live slot",
      `select j.id, j.queue, j.attempts from jobs j where j.state = 1 and not exists
       (select 1 from slots s where j.id = any (s.claimed) and s.lease > now())`
    )
    await none(
      "I2 a slot whose lease is long over",
      `select * from slots where lease < now() - interval '60 s'`
    )
    await none(
      "I3 acknowledged but not there",
      `select a.id from unnest($1::uuid[]) a(id) where not exists (select 1 from jobs j where j.id = a.id)`,
      [[...(expected.acknowledged ?? [])]]
    )
    await none(
      "I4 two items of one file",
      `select root_id, path from item_files group by 1, 2, path_hash having count(*) > 1`
    )
    await none(
      "I4 an item without its file row, or present and missing at once",
      `select v.id, v.status from items v left join item_files f on f.item_id = v.id
       where f.item_id is null or f.is_present = (v.status = 'missing')`
    )
    await none(
      "I4 a file row and its video disagree whether the file can be used",
      `select f.path, f.scan_result, v.status from scanned_files f join items v on v.id = f.entity_id
       where (v.status = 'missing') = (f.scan_result in ('indexed', 'moved'))`
    )
    await none(
      "I7 an item without a scanned file",
      `select v.item_id, v.path from item_files v where exists (select 1 from library_roots r where r.id = v.root_id)
       and not exists (select 1 from scanned_files f where f.entity_id = v.item_id)`
    )
    await none(
      "I7 a scanned file without its item",
      `select path from scanned_files f where entity_id is not null
       and not exists (select 1 from items v where v.id = f.entity_id)`
    )
    const admins = await ask(`select count(*)::int as n from accounts where role = 'administrator'`)
    if (admins[0].n !== 1) wrong.push(`I10 administrators: ${admins[0].n}`)
    if (expected.files !== undefined) wrong.push(...(await filesOf(ask, expected.files)))
    await none(
      "I7 the exact totals differ from the rows",
      `select library_id, kind, status, sum(n) from (
         select library_id, kind, role, status, is_nsfw, is_organized, n from item_counts
         union all select library_id, kind, role, status, is_nsfw, is_organized, -count(*) from items
           group by 1, 2, 3, 4, 5, 6) x
       group by library_id, kind, role, status, is_nsfw, is_organized having sum(n) <> 0`
    )
    await none("an event that cannot be read", "select * from event_quarantine")
  } finally {
    await client.end()
  }
  wrong.push(...(await rebuildDifferences(product)))
  wrong.push(...cacheFaults(product))
  const tools = toolsOn(product.media, product.dataDir)
  const living = new Set(processes().map(({ pid }) => pid))
  for (const { command, parent, pid } of tools) {
    if (parent === 1 || !living.has(parent)) wrong.push(`I8 orphan ${pid}: ${command.slice(0, 120)}`)
  }
  const health = await timed(() => product.get("/api/health"))
  if (health.value.status !== 200 || health.ms >= 1_000) {
    wrong.push(`I12 health answers ${health.value.status} in ${health.ms} ms`)
  }
  if (expected.baseline !== undefined) wrong.push(...growth(expected.baseline, baselineOf(product)))
  return wrong
}

type Ask = (text: string, values: Array<unknown>) => Promise<Array<Record<string, unknown>>>

const filesOf = async (ask: Ask, { paths, rootId }: NonNullable<Expectation["files"]>) => {
  const rows = await ask(
    "select f.path, v.status from items v join item_files f on f.item_id = v.id where f.root_id = $1",
    [rootId]
  )
  const known = new Map<string, number>()
  for (const { path } of rows) known.set(String(path), (known.get(String(path)) ?? 0) + 1)
  const lost = paths.filter((path) => !known.has(path))
  const doubled = [...known].filter(([, times]) => times > 1)
  const extra = [...known.keys()].filter((path) => !paths.includes(path))
  const wrong: Array<string> = []
  if (lost.length > 0) wrong.push(`I7 ${lost.length} files without a video, for example ${lost[0]}`)
  if (doubled.length > 0)
    wrong.push(`I7 ${doubled.length} files with several videos, for example ${doubled[0]?.[0]}`)
  if (extra.length > 0) wrong.push(`I7 ${extra.length} videos without a file, for example ${extra[0]}`)
  const missing = rows.filter(({ status }) => status === "missing").length
  if (missing > 0) wrong.push(`I7 ${missing} videos are marked missing`)
  return wrong
}

const packet = 188

/**
 * Checks I5 and I6. I5: if a stream has a sidecar, all of its segments exist and are complete. I6: no partially written
 * file remains from before the test.
 */
const cacheFaults = (product: Product): ReadonlyArray<string> => {
  const folder = join(product.dataDir, "cache", "hls")
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((id) => {
    const names = readdirSync(join(folder, id))
    const wrong: Array<string> = []
    for (const name of names.filter((each) => each.endsWith(".tmp"))) {
      const age = Date.now() - statSync(join(folder, id, name)).mtimeMs
      if (age > 600_000) wrong.push(`I6 ${id}/${name} is ${Math.round(age / 1000)} s old`)
    }
    if (!names.includes("metadata.json")) return wrong
    const sidecar = JSON.parse(readFileSync(join(folder, id, "metadata.json"), "utf8")) as {
      renditions: ReadonlyArray<{ height: number; segments: number }>
    }
    for (const { height, segments } of sidecar.renditions) {
      for (let n = 0; n < segments; n++) {
        const file = join(folder, id, `${height}p_${n}.ts`)
        const size = existsSync(file) ? statSync(file).size : 0
        if (size === 0 || size % packet !== 0) wrong.push(`I5 ${id}: ${height}p_${n}.ts has ${size} bytes`)
      }
    }
    return wrong
  })
}

const growth = (before: Baseline, after: Baseline): ReadonlyArray<string> =>
  (["server", "worker"] as const).flatMap((name) => {
    const wrong: Array<string> = []
    // The limit leaves room for full pools and warm caches. The check looks for descriptors that leak with every fault.
    if (after[name].files > before[name].files + 30) {
      wrong.push(`I11 ${name}: ${after[name].files} open files, ${before[name].files} before`)
    }
    if (after[name].megabytes > before[name].megabytes * 1.2 + 120) {
      wrong.push(`I11 ${name}: ${after[name].megabytes} MB, ${before[name].megabytes} before`)
    }
    return wrong
  })
