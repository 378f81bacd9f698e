/**
 * Statements that write metadata as rows for the items of `ManyItems`. Half of the books belong to 499 series by 997
 * authors. The tracks are by 997 artists.
 */
export const seedFacts: ReadonlyArray<string> = [
  `insert into image_facts (item_id, format, frames, taken_at, camera, iso)
   select id, 'jpeg', 1, moment, 'Camera ' || abs(shuffle_key % 20), 100 from items where kind = 'image' and status = 'ready'`,
  `insert into audio_facts (item_id, artist, album, album_artist, disc_number, track_number, year, container, codec, bit_rate,
     sample_rate, channels, has_lyrics)
   select id, 'Artist ' || abs(shuffle_key % 997), 'Album ' || abs(shuffle_key % 9973), 'Artist ' || abs(shuffle_key % 997), 1,
     abs(shuffle_key % 20), 2000, 'mp3', 'mp3', 192000, 44100, 2, false from items where kind = 'track' and status = 'ready'`,
  `insert into book_facts (item_id, series_id, series_number, pages, is_right_to_left, is_protected, format, series, language, publisher)
   select id, case when s.n < 499 then md5('s' || s.n)::uuid end, case when s.n < 499 then abs(shuffle_key % 20) end, 200, false, false,
     (array['epub', 'epub', 'epub', 'comic', 'pdf'])[1 + abs(shuffle_key % 5)], case when s.n < 499 then 'Series ' || s.n end,
     (array['en', 'en', 'de', 'fr'])[1 + abs(shuffle_key % 4)], 'Publisher'
   from items cross join lateral (select abs(shuffle_key % 998) as n) s where kind = 'book' and status = 'ready'`,
  `insert into book_authors (item_id, ordinal, author_id, role, name)
   select id, 0, md5('a' || abs(shuffle_key % 997))::uuid, 'author', 'Author ' || abs(shuffle_key % 997)
   from items where kind = 'book' and status = 'ready'`
]
