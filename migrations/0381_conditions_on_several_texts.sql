-- why: a condition on the country, the audio language or the subtitle language now tests each value, so stored members may differ
-- breaking: no

update collection_refreshes set is_stale = true
where fields && array['country', 'audioLanguage', 'subtitleLanguage'];
