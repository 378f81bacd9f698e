import type { ItemKind } from "@media/features/ItemKind"
import type { Principal } from "@media/wire/Security"
import { seedFacts } from "./ManyFacts.ts"

/**
 * Numbers of items and libraries to create. Items and libraries are written as rows, because a million items take 2
 * minutes this way, and an hour with events.
 */
export interface Collection {
  readonly items: number
  readonly libraries: number
}

const uuid = (group: number, n: number): string =>
  `00000000-0000-7000-8000-${String(group).padStart(4, "0")}${n.toString(16).padStart(8, "0")}`

export const libraryNumber = (n: number): string => uuid(1, n)

/**
 * Ranges for each kind. `from` and `to` are its share of the items in twentieths. `begin` and `end` are its share of
 * the libraries, and overlap with the shares of adjacent kinds.
 */
const shares: Readonly<Record<ItemKind, readonly [from: number, to: number, begin: number, end: number]>> = {
  video: [0, 5, 0, 0.4],
  image: [5, 12, 0.25, 0.65],
  gallery: [12, 14, 0.25, 0.65],
  track: [14, 16, 0.6, 0.85],
  album: [16, 18, 0.6, 0.85],
  book: [18, 20, 0.8, 1],
  // Series and seasons get no items, because they are derived from the names of videos.
  series: [20, 20, 0, 0.4],
  season: [20, 20, 0, 0.4]
}

const account = { sessionId: uuid(2, 0), mayCreateLibraries: false }

export const seedAdministrator: Principal = {
  ...{ ...account, accountId: uuid(2, 1), username: "root", role: "administrator" },
  ...{ showNsfw: true, libraryIds: [] }
}

/** Returns a member with access to three libraries that together contain every kind. NSFW content is turned off. */
export const seedMember = ({ libraries }: Collection): Principal => ({
  ...{ ...account, accountId: uuid(2, 2), username: "member", role: "member", showNsfw: false },
  libraryIds: [0.3, 0.62, 0.82].map((share) => libraryNumber(Math.floor(share * libraries)))
})

/** A word that occurs in a twentieth of the titles. */
export const COMMON_WORD = "winter"
/** A word that occurs in one of 4,999 titles. */
export const RARE_WORD = "quixotic"
const adjectives = `Silent Golden Broken Distant Electric Hidden Crimson Frozen Last Burning Pale Quiet Iron Velvet
  Stolen Narrow Final Open Hollow Northern`
const nouns = `River Harbor Winter Orchard Machine Summer Letter Garden Island Station Mountain Mirror Window Engine
  Kingdom Signal Forest Witness Shadow Bridge`
const oneOf = (words: string, n: string) => `('{${words.split(/\s+/).join(",")}}'::text[])[1 + ${n} % 20]`

/** Returns SQL for a pseudo-random number from 0 to 1. Each row gets the same number on every run. */
const draw = (seed: number) => `((hashint8extended(n, ${seed}) & 1048575) / 1048576.0)`

const byKind = (text: (kind: ItemKind) => string) =>
  `case ${(Object.keys(shares) as Array<ItemKind>)
    .map((kind) => `when n % 20 < ${shares[kind][1]} then ${text(kind)}`)
    .join(" ")} end`

/** Returns SQL for the library of an item. The first library of each range contains the most items. */
const libraryOf = (libraries: number) =>
  byKind((kind) => {
    const [begin, end] = [Math.floor(shares[kind][2] * libraries), Math.ceil(shares[kind][3] * libraries)]
    return `${begin} + floor(${end - begin} * ${draw(1)} * ${draw(1)})::int`
  })

const libraryId = (n: string) => `('${libraryNumber(0).slice(0, -8)}' || lpad(to_hex(${n}), 8, '0'))::uuid`

/**
 * Returns SQL that places items in the groups of their library. One item in ten is in the largest group, and one in ten
 * is in no group.
 */
const placed = (kind: ItemKind, group: ItemKind): string =>
  `select c.id, g.id as parent_id, (1024 * (c.position + 1))::int as ordinal
   from (select id, library_id, row_number() over (partition by library_id order by created_at, id) as position
         from made where kind = '${kind}') c
     join (select id, library_id, row_number() over (partition by library_id order by created_at, id) as position,
             count(*) over (partition by library_id) as n from made where kind = '${group}') g
       on g.library_id = c.library_id and g.position = case when c.position % 10 = 1 then 1 else 1 + c.position % g.n end
   where c.position % 10 <> 0`

/**
 * Returns the statements that create the items. Two libraries and a twentieth of the items are NSFW. One item in ten is
 * not ready, and one in three is organized.
 */
export const seedItems = ({ items, libraries }: Collection): ReadonlyArray<string> => [
  `insert into libraries select ${libraryId("n")}, 'Library ' || n, n in (1, ${Math.floor(libraries / 2)}),
     '{videos,images,audio,books}', now() from generate_series(0, ${libraries - 1}) n`,
  `insert into library_roots select id, id, '/media/' || id, true, true, 0 from libraries`,
  // Rows are inserted in the order of their creation time. Libraries are scanned one after another, so the rows of one
  // library are adjacent on disk.
  `create temporary table made as
   select uuidv7(created_at - now()) as id, ${libraryId("library")} as library_id, kind::item_kind as kind,
     case kind when 'video' then 'video'::item_role end as role, (1e9 * ${draw(2)})::bigint as size_bytes,
     case when kind in ('video', 'track') then 7200 * ${draw(3)} end as duration,
     case when kind = 'video' then (array[1920, 1920, 1920, 1280, 3840])[1 + n % 5] end as width,
     case when kind = 'video' then (array[1080, 800, 1036, 720, 2160])[1 + n % 5] end as height,
     'The ' || name as title, lower(name) as sort_title,
     case when n % 5 < 3 then to_char(date '1990-01-01' + (12000 * ${draw(4)})::int, 'YYYY-MM-DD') end as date,
     ${draw(5)} < 0.05 as is_nsfw, n % 3 = 0 as is_organized,
     (case when ${draw(6)} < 0.9 then 'ready' when ${draw(6)} < 0.94 then 'arriving' when ${draw(6)} < 0.97 then 'missing'
       else 'failed' end)::item_status as status,
     hashint8extended(n, 7) as shuffle_key, created_at, created_at as updated_at,
     case when kind = 'image' then timestamp '2000-01-01' + 8e8 * ${draw(9)} * interval '1 second' end as moment,
     case when kind = 'image' then 'file'::moment_source end as moment_from,
     case when kind in ('track', 'album') then 'artist ' || n % 400 || chr(1) || lower(name) end as artist_key,
     case when kind = 'track' then 'album ' || n % 4000 || chr(1) || lower(name) end as album_key
   from (select n, library, ${byKind((kind) => `'${kind}'`)} as kind,
           case when n % 4999 = 0 then 'Quixotic ' else '' end || ${oneOf(adjectives, "n / 20")} || ' '
             || ${oneOf(nouns, "n / 400")} || ' ' || n as name,
           timestamptz '2026-01-01' + library * interval '5 days' + ${draw(8)} * interval '3 days' as created_at
         from (select n::bigint, ${libraryOf(libraries)} as library from generate_series(1, ${items}) n) drawn) kinds
   order by created_at`,
  "analyze made",
  `insert into items (id, library_id, kind, role, size_bytes, duration, width, height, title, sort_title, date, is_nsfw, is_organized,
     status, shuffle_key, created_at, updated_at, moment, moment_from,
     artist_key, album_key, parent_id, ordinal)
   select m.*, p.parent_id, p.ordinal from made m
     left join (${placed("image", "gallery")} union all ${placed("track", "album")}) p on p.id = m.id
   order by m.created_at`,
  "drop table made",
  `insert into item_groups (item_id, is_derived)
   select id, shuffle_key % 3 <> 0 from items where kind in ('gallery', 'album')`,
  `insert into album_facts (item_id, key, artist, year)
   select id, encode(sha256(id::text::bytea), 'hex'), 'Artist ' || abs(shuffle_key % 5000), 1950 + abs(shuffle_key % 75)::int
   from items where kind = 'album'`,
  `insert into item_files (item_id, root_id, size_bytes, mtime_ms, oshash, is_present, is_probed, path_hash, path)
   select id, library_id, size_bytes, size_bytes, shuffle_key, status <> 'missing', status = 'ready',
     substr(sha256(path::bytea), 1, 16), path
   from (select *, 'Shelf ' || abs(shuffle_key % 997) || '/' || title || ' (2020)/' || title || '.file' as path from items) v`,
  `insert into item_texts select id, repeat(title || '. ', 20) from items where shuffle_key % 10 = 0`,
  `insert into video_facts (item_id, container, video_codec, audio_codec, probe)
   select id, 'mp4', 'h264', 'aac', jsonb_build_object('filler', repeat(title, 20)) from items where kind = 'video'`,
  `insert into item_pictures (item_id, size_bytes, mtime_ms, version, width, height, thumb_hash)
   select id, size_bytes, size_bytes, substr(md5(id::text), 1, 12), 1280, 720, substr(md5(title), 1, 28) from items
   where status = 'ready' and kind not in ('gallery', 'album')`,
  ...seedFacts,
  // Each of two accounts has user state for a fiftieth of the items. A third account has user state for three
  // fiftieths.
  ...[seedAdministrator, seedMember({ items, libraries }), { accountId: uuid(2, 3) }].map(
    (
      { accountId },
      index
    ) => `insert into user_items (account_id, item_id, rating, is_favorite, is_watched, play_count)
      select '${accountId}', id, abs(shuffle_key % 101), shuffle_key % 4 = 0, shuffle_key % 3 = 0,
        case when shuffle_key % 3 = 0 then 1 else 0 end from items
      where abs(shuffle_key % 50) in ${index === 2 ? "(3, 4, 5)" : `(${index})`}`
  ),
  // The administrator and the member each played one item in two hundred. Half of these items are still in progress.
  ...[seedAdministrator, seedMember({ items, libraries })].map(
    (
      { accountId },
      index
    ) => `insert into user_progress (account_id, item_id, position, duration, last_played_at, told_at)
      select '${accountId}', id, case when shuffle_key % 2 = 0 then 600 end, 7200,
        timestamptz '2026-06-01' + abs(shuffle_key % 1000000) * interval '1 second', now()
      from items where abs(shuffle_key % 200) = ${index}`
  )
]
