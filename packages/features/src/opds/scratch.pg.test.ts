// @ts-nocheck
import { madeComic, madeEpub } from "@media/books/testing/MadeBooks"
import { madePdf } from "@media/books/testing/MadePdf"
import { eventually, startTestServer } from "@media/testkit/TestServer"
import { cpSync, existsSync, mkdirSync, writeFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { it } from "vitest"

it("serves", async () => {
  rmSync("/tmp/opds/origin.json", { force: true })
  rmSync("/tmp/opds/done", { force: true })
  const server = await startTestServer({ isWorking: true })
  const token = (await server.setup()).token
  const folder = join(server.media, "books")
  mkdirSync(folder)
  const other = join(server.media, "other")
  mkdirSync(other)
  cpSync("/tmp/opds/media", join(server.media, "av"), { recursive: true })
  const page = await sharp({ create: { width: 300, height: 450, channels: 3, background: "#305070" } })
    .png()
    .toBuffer()
  for (let n = 0; n < 58; n++)
    writeFileSync(
      join(folder, `Ein “Büch” ${n}; a%2f 'x'.epub`),
      madeEpub({
        metadata: `<dc:title>Book ${n}</dc:title>${n % 5 ? `<dc:creator>Author ${n % 7}</dc:creator>` : ""}<dc:language>${["de", "en-US", "zh-Hant-TW", "English"][n % 4]}</dc:language><dc:date>${["2001", "2001-02-03", "1900-13-45", ""][n % 4]}</dc:date>`,
        manifest: '<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>',
        rest: '<spine><itemref idref="c"/></spine>',
        files: [
          {
            name: "OEBPS/c.xhtml",
            content:
              '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>word</p></body></html>'
          }
        ]
      })
    )
  for (const number of [2, 1, 10])
    writeFileSync(
      join(folder, `part ${number}.cbz`),
      madeComic(
        [1, 2, 3].map((n) => ({ name: `${n}.png`, content: page })),
        `<Title>Part ${number}</Title><Series>Saga</Series><Number>${number}</Number><Writer>B. Vaughan</Writer><Manga>YesAndRightToLeft</Manga>`
      )
    )
  writeFileSync(join(folder, "manual.pdf"), madePdf(4, { title: "Manual", author: "A" }))
  writeFileSync(
    join(other, "secret.epub"),
    madeEpub({ metadata: "<dc:title>Secret</dc:title><dc:creator>Secret Author</dc:creator>" })
  )
  const lib = async (name, contents, path, more = {}) =>
    (
      await server.request("POST", "/api/libraries", {
        token,
        body: { name, contents, roots: [{ path }], ...more }
      })
    ).json.data.id
  const shelf = await lib("Shelf", ["books"], folder)
  const secret = await lib("Secret library", ["books"], other, { isNsfw: true })
  await lib("AV", ["videos", "audio"], join(server.media, "av"))
  await eventually(
    async () => Number((await server.rows("select count(*) as n from book_facts"))[0].n) === 63,
    90_000
  )
  await eventually(
    async () =>
      Number(
        (
          await server.rows(
            "select count(*) as n from item_pictures where version is not null and item_id in (select id from items where kind='book')"
          )
        )[0].n
      ) >= 4,
    60_000
  )
  await eventually(
    async () =>
      Number(
        (
          await server.rows(
            "select count(*) as n from items where status = 'ready' and kind in ('video', 'track')"
          )
        )[0].n
      ) >= 4,
    60_000
  )
  const H = [
    "\u0001\u000b\ufffe ]]> <![CDATA[ &nbsp; \u0085 {pageNumber} </entry>",
    `\u202e\u2067Ω عنوان \u{1f600}${"long ".repeat(1000)}`,
    `'"><script>alert(1)</script>`,
    "\u001b[31m a\tb\nc  d",
    "\ud83d\ude00".repeat(300)
  ]
  await server.rows(
    "update items v set title = t.title from unnest($1::text[]) with ordinality t(title, n) where v.id = (select id from items where kind = 'book' and title like 'Book %' order by id offset t.n - 1 limit 1)",
    [H]
  )
  await server.rows("update book_facts set series = $1 where series = 'Saga'", [H[0]])
  await server.rows("update book_authors set name = $1 where name = 'Author 3'", [H[2]])
  await server.rows("update book_facts set publisher = $1 where format = 'pdf'", [H[3]])
  await server.rows(
    "update item_texts set details = $1 where item_id in (select id from items where kind='book' limit 3)",
    [H[0] + H[1]]
  )
  await server.rows("update libraries set name = $1 where id = $2", [H[0].slice(0, 80), shelf])
  const items = (await server.rows("select id, kind, title, library_id from items")).map((r) => ({ ...r }))
  const child = await server.account({ username: "child", libraryIds: [shelf] })
  writeFileSync(
    "/tmp/opds/origin.tmp",
    JSON.stringify({
      origin: server.origin,
      user: "root",
      password: "correct horse",
      token,
      items,
      shelf,
      secret,
      child: { id: child.id, token: child.token }
    })
  )
  cpSync("/tmp/opds/origin.tmp", "/tmp/opds/origin.json")
  await eventually(() => existsSync("/tmp/opds/done"), 240_000)
  await server.stop()
}, 500_000)
