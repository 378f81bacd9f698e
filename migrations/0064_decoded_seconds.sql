-- why: how much of a track can be decoded, where its file claims more
-- breaking: no

-- Found by the job that makes the waveform; null until then.
alter table audio_facts add column decoded_seconds float8;
