-- why: a phrase that begins in one cue and ends in the next is found: the words of a cue are followed by those of the next
-- breaking: no

-- The cue's own words have weight A, those of the next one none; `subtitles/text/Words.ts` writes them so.
update subtitle_cues c
set words = setweight(c.words, 'A') || coalesce(
  (select a.words from subtitle_cues a where a.track_id = c.track_id and a.n = c.n + 1 and a.start_ms <= c.end_ms + 10000),
  '');
