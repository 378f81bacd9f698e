/** Statements that relate each of the items `where` to one of 997 authors. */
export const seededAuthors = (where: string): ReadonlyArray<string> => [
  `insert into related_entities (id, created_at, updated_at, shuffle_key, kind, is_provisional, name, folded, folded_disambiguation, sort_key)
   select md5('a' || n)::uuid, now(), now(), n, 'author', true, 'Author ' || n, 'author ' || n, '', natural_key('author ' || n)
   from generate_series(0, 996) n`,
  `insert into related_names (entity_id, kind, is_alias, folded, name)
   select id, kind, false, folded, name from related_entities where kind = 'author'`,
  `insert into related_closure (ancestor_id, descendant_id, depth) select id, id, 0 from related_entities where kind = 'author'`,
  `insert into item_relations (item_id, entity_id, at, ordinal, relation, source)
   select id, md5('a' || abs(shuffle_key % 997))::uuid, created_at, 1024, 'author', 'tags' from items where ${where}`
]

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
  ...seededAuthors("kind = 'book' and status = 'ready'")
]
