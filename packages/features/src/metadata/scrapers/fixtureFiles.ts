import { writeNew } from "@media/extensions/writeNew"
import { isUuid } from "@media/kernel/Ids"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { lstat, mkdir, readdir, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { Scraped } from "./shapes.ts"

/**
 * The name of the folder with all fixtures. It begins with a dot, because hidden folders are not searched for scrapers.
 */
const FOLDER = ".fixtures"
const ABOUT = "fixture.json"
const MOST_ABOUT_BYTES = 16 * 1024 ** 2

const text = Schema.String
const Query = Schema.Union(
  Schema.Struct({ by: Schema.Literal("url"), url: text }),
  Schema.Struct({ by: Schema.Literal("name"), name: text }),
  Schema.Struct({ by: Schema.Literal("fragment"), fragment: Schema.Record({ key: text, value: text }) })
)

/** A recorded request and response. `file` is the name of a file in the folder of the fixture. */
const Exchange = Schema.Struct({
  request: Schema.Struct({ method: Schema.Literal("GET"), url: text }),
  response: Schema.Struct({
    status: Schema.Literal(200),
    /** The URL after redirects. */
    url: text,
    headers: Schema.Struct({ "content-type": Schema.optionalWith(text, { exact: true }) }),
    file: Schema.String.pipe(Schema.pattern(/^\d{1,3}\.page$/)),
    bytes: Schema.Int
  })
})

/** A fixture: the pages that a run fetched, and the resulting values. */
export const StoredFixture = Schema.Struct({
  id: text,
  name: text,
  recordedAt: Schema.Int,
  action: text,
  query: Query,
  exchanges: Schema.Array(Exchange),
  expected: Schema.Array(Scraped)
})
export type StoredFixture = typeof StoredFixture.Type

const decode = Schema.decodeUnknownEither(Schema.parseJson(StoredFixture))

/**
 * Returns the folder for the fixtures of a scraper. Its name is a hash, because the id of a scraper may not be a valid
 * folder name.
 */
const folderOf = (root: string, scraperId: string): string =>
  join(root, FOLDER, createHash("sha256").update(scraperId).digest("hex").slice(0, 32))

export interface RecordedPage {
  readonly asked: string
  readonly url: string
  readonly type: string | undefined
  readonly bytes: Buffer
}

export const writeFixture = async (
  root: string,
  scraperId: string,
  fixture: Omit<StoredFixture, "exchanges">,
  pages: ReadonlyArray<RecordedPage>
): Promise<StoredFixture> => {
  const folder = folderOf(root, scraperId)
  const draft = join(folder, `.${fixture.id}`)
  await mkdir(draft, { recursive: true })
  const exchanges = pages.map(({ asked, bytes, type, url }, at) => ({
    request: { method: "GET" as const, url: asked },
    response: {
      status: 200 as const,
      url,
      headers: type === undefined ? {} : { "content-type": type },
      file: `${at}.page`,
      bytes: bytes.length
    }
  }))
  const whole = { ...fixture, exchanges }
  try {
    for (const [at, { bytes }] of pages.entries()) await writeNew(join(draft, `${at}.page`), bytes)
    await writeNew(join(draft, ABOUT), JSON.stringify(whole, null, 2))
    await rename(draft, join(folder, fixture.id))
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    throw cause
  }
  return whole
}

/** Returns the fixtures of a scraper, oldest first. */
export const readFixtures = async (
  root: string,
  scraperId: string
): Promise<ReadonlyArray<StoredFixture>> => {
  const folder = folderOf(root, scraperId)
  const names = await readdir(folder).catch(() => [])
  const found: Array<StoredFixture> = []
  for (const name of names.filter((each) => isUuid(each)).sort()) {
    const path = join(folder, name, ABOUT)
    const stat = await lstat(path).catch(() => undefined)
    if (stat === undefined || !stat.isFile() || stat.size > MOST_ABOUT_BYTES) continue
    const read = decode(await readFile(path, "utf8"))
    if (Either.isRight(read) && read.right.id === name) found.push(read.right)
  }
  return found
}

export const readPage = (root: string, scraperId: string, fixtureId: string, file: string): Promise<Buffer> =>
  readFile(join(folderOf(root, scraperId), fixtureId, file))

export const deleteFixture = async (root: string, scraperId: string, fixtureId: string): Promise<boolean> => {
  if (!isUuid(fixtureId)) return false
  const folder = join(folderOf(root, scraperId), fixtureId)
  const isThere = await lstat(folder).then(
    (stat) => stat.isDirectory(),
    () => false
  )
  if (isThere) await rm(folder, { recursive: true, force: true })
  return isThere
}
