-- why: the version of a movie that an account played last, so that its page plays that version again
-- breaking: no

-- The version that was played last. Null means the primary file of the work, or a part of it.
alter table user_progress add column version_id uuid;
