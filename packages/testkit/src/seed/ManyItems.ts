import type { ItemKind } from "@media/features/items/kinds"
import type { Principal } from "@media/wire/Security"

/** Items written as rows, without events: a million in two minutes instead of an hour. Only for what reads them. */
export interface Collection {
  readonly items: number
  readonly libraries: number
}

const uuid = (group: number, n: number): string =>
  `00000000-0000-7000-8000-${String(group).padStart(4, "0")}${n.toString(16).padStart(8, "0")}`

export const libraryNumber = (n: number): string => uuid(1, n)

/** The twentieths of all items, and the stretch of the libraries, that hold each kind. Neighbors overlap. */
const shares: Readonly<Record<ItemKind, readonly [from: number, to: number, begin: number, end: number]>> = {
  video: [0, 6, 0, 0.4],
  image: [6, 16, 0.25, 0.65],
  track: [16, 19, 0.6, 0.85],
  book: [19, 20, 0.8, 1],
  // What is in them is not seeded.
  gallery: [20, 20, 0.25, 0.65],
  "audio-library": [20, 20, 0.6, 0.85]
}

const account = { sessionId: uuid(2, 0), mayCreateLibraries: false }

export const seedAdministrator: Principal = {
  ...{ ...account, accountId: uuid(2, 1), username: "root", role: "administrator" },
  ...{ showNsfw: true, libraryIds: [] }
}

/** Of three libraries that together hold every kind, with NSFW off. */
export const seedMember = ({ libraries }: Collection): Principal => ({
  ...{ ...account, accountId: uuid(2, 2), username: "member", role: "member", showNsfw: false },
  libraryIds: [0.3, 0.62, 0.82].map((share) => libraryNumber(Math.floor(share * libraries)))
})

/** In a twentieth of the titles. */
export const COMMON_WORD = "winter"
/** In one title of 4,999. */
export const RARE_WORD = "quixotic"
const adjectives = `Silent Golden Broken Distant Electric Hidden Crimson Frozen Last Burning Pale Quiet Iron Velvet
  Stolen Narrow Final Open Hollow Northern`
const nouns = `River Harbor Winter Orchard Machine Summer Letter Garden Island Station Mountain Mirror Window Engine
  Kingdom Signal Forest Witness Shadow Bridge`
const oneOf = (words: string, n: string) => `('{${words.split(/\s+/).join(",")}}'::text[])[1 + ${n} % 20]`

/** From 0 to 1, the same for each row on every run. */
const draw = (seed: number) => `((hashint8extended(n, ${seed}) & 1048575) / 1048576.0)`

const byKind = (text: (kind: ItemKind) => string) =>
  `case ${(Object.keys(shares) as Array<ItemKind>)
    .map((kind) => `when n % 20 < ${shares[kind][1]} then ${text(kind)}`)
    .join(" ")} end`

/** The first library of each stretch holds most: a quarter of a kind with sixteen libraries. */
const libraryOf = (libraries: number) =>
  byKind((kind) => {
    const [begin, end] = [Math.floor(shares[kind][2] * libraries), Math.ceil(shares[kind][3] * libraries)]
    return `${begin} + floor(${end - begin} * ${draw(1)} * ${draw(1)})::int`
  })

const libraryId = (n: string) => `('${libraryNumber(0).slice(0, -8)}' || lpad(to_hex(${n}), 8, '0'))::uuid`

/** Two libraries and a twentieth of the items are NSFW; one item in ten is not ready, one in three organized. */
export const seedItems = ({ items, libraries }: Collection): ReadonlyArray<string> => [
  `insert into libraries select ${libraryId("n")}, 'Library ' || n, n in (1, ${Math.floor(libraries / 2)}),
     '{videos,images,audio,books}', now() from generate_series(0, ${libraries - 1}) n`,
  `insert into library_roots select id, id, '/media/' || id, true, true, 0 from libraries`,
  // A library is scanned after the other, so what lies next to each other on the disk was created together.
  `insert into items (id, library_id, kind, role, size_bytes, duration, width, height, title, sort_title, date, is_nsfw, is_organized,
     status, shuffle_key, created_at, updated_at)
   select uuidv7(created_at - now()), ${libraryId("library")}, kind::item_kind,
     case kind when 'video' then 'video'::item_role end, (1e9 * ${draw(2)})::bigint,
     case when kind in ('video', 'track') then 7200 * ${draw(3)} end,
     case when kind = 'video' then (array[1920, 1920, 1920, 1280, 3840])[1 + n % 5] end,
     case when kind = 'video' then (array[1080, 800, 1036, 720, 2160])[1 + n % 5] end, 'The ' || name, lower(name),
     case when n % 5 < 3 then to_char(date '1990-01-01' + (12000 * ${draw(4)})::int, 'YYYY-MM-DD') end,
     ${draw(5)} < 0.05, n % 3 = 0,
     (case when ${draw(6)} < 0.9 then 'ready' when ${draw(6)} < 0.94 then 'arriving' when ${draw(6)} < 0.97 then 'missing'
       else 'failed' end)::item_status,
     hashint8extended(n, 7), created_at, created_at
   from (select n, library, ${byKind((kind) => `'${kind}'`)} as kind,
           case when n % 4999 = 0 then 'Quixotic ' else '' end || ${oneOf(adjectives, "n / 20")} || ' '
             || ${oneOf(nouns, "n / 400")} || ' ' || n as name,
           timestamptz '2026-01-01' + library * interval '5 days' + ${draw(8)} * interval '3 days' as created_at
         from (select n::bigint, ${libraryOf(libraries)} as library from generate_series(1, ${items}) n) drawn) made
   order by created_at`,
  `insert into item_files (item_id, root_id, size_bytes, mtime_ms, oshash, is_present, is_probed, path_hash, path)
   select id, library_id, size_bytes, size_bytes, shuffle_key, status <> 'missing', status = 'ready',
     substr(sha256(path::bytea), 1, 16), path
   from (select *, 'Shelf ' || abs(shuffle_key % 997) || '/' || title || ' (2020)/' || title || '.file' as path from items) v`,
  `insert into item_texts select id, repeat(title || '. ', 20) from items where shuffle_key % 10 = 0`,
  `insert into video_facts (item_id, container, video_codec, audio_codec, probe)
   select id, 'mp4', 'h264', 'aac', jsonb_build_object('filler', repeat(title, 20)) from items where kind = 'video'`,
  `insert into item_pictures (item_id, size_bytes, mtime_ms, version, width, height, thumb_hash)
   select id, size_bytes, size_bytes, substr(md5(id::text), 1, 12), 1280, 720, substr(md5(title), 1, 28) from items
   where status = 'ready' and kind in ('video', 'image')`,
  // Two accounts with opinions of a fiftieth each, and one that was here for longer.
  ...[seedAdministrator, seedMember({ items, libraries }), { accountId: uuid(2, 3) }].map(
    (
      { accountId },
      index
    ) => `insert into user_items (account_id, item_id, rating, is_favorite, is_watched, play_count)
      select '${accountId}', id, abs(shuffle_key % 101), shuffle_key % 4 = 0, shuffle_key % 3 = 0,
        case when shuffle_key % 3 = 0 then 1 else 0 end from items
      where abs(shuffle_key % 50) in ${index === 2 ? "(3, 4, 5)" : `(${index})`}`
  ),
  // Each of them played a two-hundredth, and stopped within half of that.
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
