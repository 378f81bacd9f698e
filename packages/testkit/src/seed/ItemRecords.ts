import type { ItemKind } from "@media/features/ItemKind"
import { kinds } from "@media/features/generated/kinds"
import { seeded } from "@media/jobs/testing/Random"
import type { QueryRecord } from "@media/query/evaluate"
import { makeItem, makeLibrary } from "../Rows.ts"
import type { TestServer } from "../TestServer.ts"
import { makeEntities, relate } from "./RelatedRecords.ts"

const DAY = 86_400_000
export const seededNames = ["Noir", "The Long Goodbye", "Ångström", "100% _wild_", "part 7", "Sünde", "noir"]
const hashes = ["88982eebd3552d9c", "88982eebd3552d9f", "0000000000000001"]

interface Library {
  readonly id: string
  readonly name: string
}
export interface ItemRecords {
  readonly libraries: ReadonlyArray<Library>
  readonly records: ReadonlyMap<string, QueryRecord>
  /** The library of each item, and whether that item is marked NSFW, keyed by item id. */
  readonly libraryOf: ReadonlyMap<string, { readonly library: Library; readonly isNsfw: boolean }>
}
interface World {
  readonly server: TestServer
  readonly accountId: string
  readonly now: number
  readonly random: ReturnType<typeof seeded>
  readonly libraries: ReadonlyArray<Library>
  readonly libraryOf: Map<string, { readonly library: Library; readonly isNsfw: boolean }>
  readonly records: Map<string, QueryRecord>
}

const absent = (...names: ReadonlyArray<string>) => Object.fromEntries(names.map((name) => [name, false]))

const orientationOf = (width: number | null, height: number | null) =>
  width === null || height === null
    ? null
    : width > height
      ? "landscape"
      : width < height
        ? "portrait"
        : "square"

/**
 * The audio languages of every fourth video. They are also names of entities, so that random conditions match some of
 * them.
 */
const spoken = [[], ["Noir"], ["part 7", "Noir"], ["Sünde"]] as const

/**
 * Creates an item with random metadata in the tables, and a record with the same metadata for evaluating queries in
 * memory.
 */
const seedItem = async (
  { accountId, libraries, now, libraryOf, random, records, server }: World,
  kind: ItemKind
) => {
  const maybe = <Value>(value: Value): Value | null => (random.below(3) === 0 ? null : value)
  const library = random.oneOf(libraries)
  const title = `${random.oneOf(seededNames)} ${random.below(4)}`
  const id = await makeItem(server, {
    kind,
    libraryId: library.id,
    title,
    isNsfw: random.below(4) === 0,
    isMissing: random.below(5) === 0
  })
  const date = maybe(random.oneOf(["1946", "2014-05-31", "2026-03-15", "2026-03-14", "2026"]))
  const at = now - random.below(60) * (DAY / 2)
  const size = maybe(random.oneOf([1_000, 2_000_000_000, 734_003_200]))
  const duration = kind === "video" || kind === "track" ? maybe(random.oneOf([60, 5400, 95.5])) : null
  const [width, height] = random.oneOf([
    [null, null],
    [1920, 800],
    [720, 576],
    [3840, 2160]
  ] as const)
  const moment = kind === "image" ? maybe(at - DAY) : null
  await server.rows(
    `update items set date = $2, created_at = to_timestamp($3::float8 / 1000), updated_at = to_timestamp($3::float8 / 1000), size_bytes = $4,
      duration = $5, width = $6, height = $7, moment = to_timestamp($8::float8 / 1000) at time zone 'UTC' where id = $1`,
    [id, date, at, size, duration, width, height, moment]
  )
  const userState =
    random.below(3) === 0
      ? undefined
      : {
          rating: maybe(random.oneOf([0, 40, 80])),
          isFavorite: random.below(2) === 0,
          isWatched: random.below(2) === 0,
          plays: random.below(3)
        }
  if (userState !== undefined)
    await server.rows(
      "insert into user_items (account_id, item_id, rating, is_favorite, is_watched, play_count) values ($1, $2, $3, $4, $5, $6)",
      [accountId, id, userState.rating, userState.isFavorite, userState.isWatched, userState.plays]
    )
  const played = random.below(2) === 0 ? undefined : { at: at + 1000, position: maybe(12) }
  if (played !== undefined)
    await server.rows(
      "insert into user_progress (account_id, item_id, position, last_played_at, told_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000), now())",
      [accountId, id, played.position, played.at]
    )
  const [row] = await server.rows(
    "select coalesce(v.role::text, v.kind::text) as role, v.status, v.shuffle_key::float8 as shuffle, f.path from items v join item_files f on f.item_id = v.id where v.id = $1",
    [id]
  )
  const own: Record<string, unknown> = {}
  const words = [title]
  const related = (name: string | null) => (name === null ? [] : [{ id: name, names: [name] }])
  if (kind === "video") {
    const codec = maybe(random.oneOf(["hevc", "h264"]))
    const audioLanguage = spoken[records.size % spoken.length]!
    const probe = { streams: audioLanguage.map((language) => ({ kind: "audio", language })) }
    await server.rows(
      "insert into video_facts (item_id, video_codec, bit_rate, frame_rate, probe) values ($1, $2, $3, $4, $5) on conflict (item_id) do update set video_codec = $2, bit_rate = $3, frame_rate = $4, probe = $5",
      [id, codec, 5_000_000, 23.976, JSON.stringify(probe)]
    )
    Object.assign(own, {
      audioLanguage,
      videoCodec: codec,
      bitRate: 5_000_000,
      frameRate: 23.976,
      resolution: width === null ? null : width === 1920 ? "1080p" : width === 720 ? "sd" : "4k",
      markerCount: 0,
      ...absent("isHdr", "hasChapters", "hasMarkers", "hasSubtitles", "hasTrickplay")
    })
  }
  if (kind === "track" || kind === "album") {
    const artist = maybe(random.oneOf(seededNames))
    if (artist !== null) {
      words.push(artist)
      await server.rows(
        `insert into ${kind === "track" ? "track" : "album"}_artists (item_id, ordinal, artist_id, name) values ($1, 0, gen_random_uuid(), $2)`,
        [id, artist]
      )
    }
    own["artist"] = related(artist)
    if (kind === "track") Object.assign(own, absent("hasLyrics"))
  }
  if (kind === "book") {
    const [series, pages] = [maybe(random.oneOf(seededNames)), maybe(300)]
    if (series !== null) words.push(series)
    await server.rows(
      "insert into book_facts (item_id, series_id, series, pages, format, is_right_to_left, is_protected) values ($1, case when $2::text is not null then gen_random_uuid() end, $2, $3, 'epub', false, false) on conflict (item_id) do update set series_id = excluded.series_id, series = excluded.series, pages = excluded.pages, format = excluded.format",
      [id, series, pages]
    )
    Object.assign(own, { bookSeries: related(series), pages, format: "epub" })
  }
  const relatedTo = await relate(server, random, id, kind)
  Object.assign(own, relatedTo)
  for (const { names } of relatedTo.author ?? []) words.push(...names)
  // The edit above set `updated_at` to the current time, so it is set back to a known time.
  await server.rows("update items set updated_at = to_timestamp($2::float8 / 1000) where id = $1", [id, at])
  const phash = maybe(random.oneOf(hashes))
  await server.rows(
    "insert into item_fingerprints (item_id, size_bytes, mtime_ms, phash) values ($1, 1, 1, ('x' || $2::text)::bit(64)::bigint)",
    [id, phash]
  )
  const isSized = kind === "video" || kind === "image"
  const [{ is_nsfw: isNsfw }] = (await server.rows("select is_nsfw from items where id = $1", [
    id
  ])) as unknown as [{ is_nsfw: boolean }]
  libraryOf.set(id, { library, isNsfw })
  records.set(id, {
    kind,
    words,
    values: {
      kind: row!["role"],
      library: [{ id: library.id, names: [library.name] }],
      status: row!["status"],
      isMissing: row!["status"] === "missing",
      isOrganized: false,
      isNsfw,
      title,
      path: row!["path"],
      date,
      createdAt: at,
      updatedAt: at,
      size,
      duration,
      width: isSized ? width : null,
      height: isSized ? height : null,
      random: row!["shuffle"],
      takenAt: moment,
      isFavorite: userState?.isFavorite ?? false,
      isWatched: userState?.isWatched ?? false,
      isInProgress: played !== undefined && played.position !== null,
      rating: userState?.rating ?? null,
      playCount: userState?.plays ?? 0,
      lastPlayedAt: played?.at ?? null,
      phash,
      fileName: String(row!["path"]).replace(/^.*\//, ""),
      folder: String(row!["path"]).replace(/\/?[^/]*$/, "") || null,
      year: date === null ? null : Number(date.slice(0, 4)),
      orientation: isSized ? orientationOf(width, height) : null,
      ...absent("isIdentified", "hasPoster", "hasBackdrop", "hasLogo", "isInSet"),
      ...own
    }
  })
}

/** Creates items of every kind with random metadata, both in the tables and as records. The last library is NSFW. */
export const seedItemRecords = async (
  server: TestServer,
  accountId: string,
  now: number
): Promise<ItemRecords> => {
  await makeEntities(server, accountId)
  const random = seeded(7)
  const libraries = await Promise.all(
    ["Noir", "Ünterwegs", "Third", "Red"].map(async (name) => ({
      id: await makeLibrary(server, { name, isNsfw: name === "Red" }),
      name
    }))
  )
  const libraryOf: World["libraryOf"] = new Map()
  const records: World["records"] = new Map()
  const world = { server, accountId, now, random, libraries, libraryOf, records }
  for (const { kind } of kinds) for (let n = 0; n < 16; n += 1) await seedItem(world, kind)
  return { libraries, records, libraryOf }
}
