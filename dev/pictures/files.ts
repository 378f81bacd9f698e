import { ffmpeg } from "@media/testkit/media/OddMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { zip } from "@media/testkit/seed/Zip"
import * as Effect from "effect/Effect"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import sharp from "sharp"
import { lettering, randomOf, scenery } from "./scenery.ts"
import { albums, books, clips, journeys, movies, series } from "./works.ts"

const run = (args: ReadonlyArray<string>): Promise<unknown> =>
  Effect.runPromise(ffmpeg(...args).pipe(Effect.provide(realMediaTools), Effect.orDie))

/** Creates the parent folder of a file. Returns whether the file does not exist yet. */
const isMissing = (path: string): boolean => {
  mkdirSync(dirname(path), { recursive: true })
  return !existsSync(path)
}

const draw = async (path: string, svg: string): Promise<void> => {
  if (isMissing(path)) await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toFile(path)
}

const poster = { width: 600, height: 900 }
const still = { width: 1280, height: 720 }
const square = { width: 800, height: 800 }

/** Creates a video that pans slowly across four landscapes. */
const video = async (path: string, seed: number, seconds: number): Promise<void> => {
  if (!isMissing(path)) return
  const scenes = [0, 1, 2, 3].map((at) => `${path}.${at}.jpg`)
  for (const [at, scene] of scenes.entries())
    await sharp(Buffer.from(scenery(seed * 10 + at, { width: 1080, height: 608 })))
      .jpeg()
      .toFile(scene)
  const each = seconds / scenes.length
  const moves = scenes.map(
    (_, at) => `[${at}:v]crop=960:540:x=120*t/${each}:y=34,setsar=1,format=yuv420p[v${at}]`
  )
  const joined = `${moves.join(";")};${scenes.map((_, at) => `[v${at}]`).join("")}concat=n=${scenes.length}[v]`
  await run([
    ...["-hide_banner", "-nostdin", "-v", "error", "-y"],
    ...scenes.flatMap((scene) => ["-loop", "1", "-framerate", "10", "-t", String(each), "-i", scene]),
    ...["-f", "lavfi", "-i", `sine=frequency=${180 + seed * 7}:duration=${seconds}`],
    ...["-filter_complex", joined, "-map", "[v]", "-map", `${scenes.length}:a`],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", "30", "-c:a", "aac", "-b:a", "48k"],
    ...["-movflags", "+faststart", path]
  ])
  for (const scene of scenes) rmSync(scene)
}

const nfo = (name: string, fields: Readonly<Record<string, string | number>>, more = ""): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${name}>${Object.entries(fields)
    .map(([field, value]) => `<${field}>${value}</${field}>`)
    .join("")}${more}</${name}>`

const cast = ["Nora Vale", "Iskander Bloom", "Mei Tanaka", "Otto Brandt", "Rosa Quint", "Jonas Eld"]
const castOf = (seed: number): string =>
  [0, 1, 2, 3]
    .map((at) => `<actor><name>${cast[(seed + at) % cast.length]!}</name><role>Role ${at + 1}</role></actor>`)
    .join("")

const makeMovies = async (folder: string): Promise<void> => {
  for (const [at, [title, year]] of movies.entries()) {
    const itemFolder = join(folder, `${title} (${year})`)
    await video(join(itemFolder, `${title} (${year}).mp4`), 100 + at, 40 + (at % 4) * 12)
    await draw(
      join(itemFolder, "poster.jpg"),
      scenery(200 + at, poster, lettering(title, String(year), poster))
    )
    await draw(join(itemFolder, "fanart.jpg"), scenery(1_000 + at * 10, { width: 1920, height: 1080 }))
    writeFileSync(
      join(itemFolder, "movie.nfo"),
      nfo(
        "movie",
        {
          title,
          year,
          plot: `A light at the end of the harbour goes out, and ${cast[at % cast.length]!} is the only one who notices. What begins as a search for a blown fuse becomes a journey along the whole coast.`,
          genre: ["Drama", "Mystery", "Adventure"][at % 3]!,
          studio: ["Harbour Films", "Lowland Pictures"][at % 2]!
        },
        castOf(at)
      )
    )
  }
}

const makeSeries = async (folder: string): Promise<void> => {
  for (const [at, { episodes, title, year }] of series.entries()) {
    const itemFolder = join(folder, `${title} (${year})`)
    await draw(
      join(itemFolder, "poster.jpg"),
      scenery(300 + at, poster, lettering(title, String(year), poster))
    )
    await draw(join(itemFolder, "fanart.jpg"), scenery(310 + at, { width: 1920, height: 1080 }))
    writeFileSync(
      join(itemFolder, "tvshow.nfo"),
      nfo(
        "tvshow",
        { title, year, plot: `Everyone in town knows the way to the sea. Nobody knows the way back.` },
        castOf(at)
      )
    )
    for (const season of [1, 2])
      for (const [number, name] of episodes.entries()) {
        const code = `S${String(season).padStart(2, "0")}E${String(number + 1).padStart(2, "0")}`
        await video(
          join(
            itemFolder,
            `Season ${season}`,
            `${title} - ${code} - ${season === 1 ? name : `${name} Again`}.mp4`
          ),
          400 + at * 20 + season * 10 + number,
          24
        )
      }
  }
}

const makePhotos = async (folder: string): Promise<void> => {
  for (const [at, [journey, first]] of journeys.entries()) {
    const random = randomOf(at + 1)
    for (let number = 0; number < 36; number += 1) {
      const path = join(folder, journey, `IMG_${String(4_001 + at * 40 + number)}.jpg`)
      if (!isMissing(path)) continue
      const size = [still, poster, { width: 1200, height: 900 }, square][Math.floor(random() * 4)]!
      const taken = new Date(Date.parse(`${first}T09:00:00Z`) + number * 5 * 3_600_000)
      const stamp = taken.toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " ")
      await sharp(Buffer.from(scenery(600 + at * 20 + number, size)))
        .withExif({ IFD0: { Model: "Field Camera" }, IFD2: { DateTimeOriginal: stamp } })
        .jpeg({ quality: 85 })
        .toFile(path)
    }
  }
}

const makeMusic = async (folder: string): Promise<void> => {
  for (const [at, { artist, title, tracks, year }] of albums.entries()) {
    const itemFolder = join(folder, artist, title)
    await draw(join(itemFolder, "cover.jpg"), scenery(800 + at * 7, square, lettering(title, artist, square)))
    for (const [number, name] of tracks.entries()) {
      const path = join(itemFolder, `${String(number + 1).padStart(2, "0")} ${name}.mp3`)
      if (!isMissing(path)) continue
      const sound = `aevalsrc='0.4*sin(${300 + number * 40}*2*PI*t)*abs(sin(t*${1 + number * 0.3}))*(0.4+0.6*abs(sin(t/7)))':d=${60 + number * 23}`
      await run([
        ...["-hide_banner", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", sound],
        ...["-i", join(itemFolder, "cover.jpg"), "-map", "0:a", "-map", "1:v", "-c:v", "copy", "-b:a", "48k"],
        ...["-disposition:v", "attached_pic"],
        ...[
          `title=${name}`,
          `artist=${artist}`,
          `album=${title}`,
          `date=${year}`,
          `track=${number + 1}/${tracks.length}`
        ].flatMap((tag) => ["-metadata", tag]),
        path
      ])
    }
  }
}

const container = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`
const page = (title: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1>${title}</h1>${"<p>It was winter, and the harbour was closed. She walked along the quay, past the boats under their covers, and counted the lamps as she had done as a child. There were nineteen. There had always been twenty.</p>".repeat(14)}</body></html>`

const makeBooks = async (folder: string): Promise<void> => {
  for (const [at, [title, author, of]] of books.entries()) {
    const path = join(folder, author, `${title}.epub`)
    if (!isMissing(path)) continue
    const [, name, index] = /^(.*) (\d)$/.exec(of) ?? []
    // One book in four has no cover, so that the screenshots also show the placeholder cover.
    const hasCover = at % 4 !== 3
    const cover = hasCover
      ? await sharp(Buffer.from(scenery(900 + at, poster, lettering(title, author, poster))))
          .jpeg()
          .toBuffer()
      : undefined
    const parts = ["One", "Two", "Three", "Four", "Five"]
    const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language><dc:creator>${author}</dc:creator>${
      name === undefined
        ? ""
        : `<meta name="calibre:series" content="${name}"/><meta name="calibre:series_index" content="${index}"/>`
    }</metadata><manifest>${cover === undefined ? "" : `<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>`}${parts
      .map((part) => `<item id="c${part}" href="${part}.xhtml" media-type="application/xhtml+xml"/>`)
      .join(
        ""
      )}</manifest><spine>${parts.map((part) => `<itemref idref="c${part}"/>`).join("")}</spine></package>`
    writeFileSync(
      path,
      zip([
        ["mimetype", "application/epub+zip"],
        ["META-INF/container.xml", container],
        ["content.opf", opf],
        ...(cover === undefined ? [] : [["cover.jpg", cover] as const]),
        ...parts.map((part) => [`${part}.xhtml`, page(`Chapter ${part}`)] as const)
      ])
    )
  }
}

/** Writes the media files of the library. Skips files that already exist. */
export const makeFiles = async (folder: string): Promise<void> => {
  // This program also loads the product's sharp configuration, which blocks SVG.
  sharp.unblock({ operation: ["VipsForeignLoadSvg"] })
  await makeMovies(join(folder, "Movies"))
  await makeSeries(join(folder, "Series"))
  for (const [at, title] of clips.entries())
    await video(join(folder, "Clips", `${title}.mp4`), 500 + at, 16 + at * 4)
  await makePhotos(join(folder, "Photos"))
  await makeMusic(join(folder, "Music"))
  await makeBooks(join(folder, "Books"))
}
