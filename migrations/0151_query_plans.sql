-- why: lists with many conditions need good estimates, facts that can be read from an index alone, and indexes that list the few values of a column
-- breaking: no

-- Kind, role and library depend on each other. Without these statistics, PostgreSQL expects a tenth of the actual
-- number of videos, and joins their facts one by one.
create statistics items_kinds (mcv) on library_id, kind, role from items;

-- Conditions read these columns for all videos. They read the index, because most of the table is probe data.
alter table video_facts drop constraint video_facts_pkey;
alter table video_facts add primary key (item_id) include (container, video_codec, audio_codec, frame_rate, bit_rate);

-- For `listedFact` of filters/sources.ts.
create index video_facts_container      on video_facts (container);
create index video_facts_video_codec    on video_facts (video_codec);
create index video_facts_audio_codec    on video_facts (audio_codec);
create index audio_facts_genre          on audio_facts (genre);
create index audio_facts_of_album_artist on audio_facts (album_artist);
create index book_facts_of_language     on book_facts (language);
create index book_facts_publisher       on book_facts (publisher);
create index image_facts_camera         on image_facts (camera);
create index image_facts_lens           on image_facts (lens);

-- The expression is `quicklyFolded` of filters/compile.ts.
create index item_files_words on item_files using gin ((case when octet_length(path) = length(path) then lower(path)
  else lower(normalize(path, NFC)) end) gin_trgm_ops);
