-- why: what keeps a video from being examined or converted is told and passes, files that still grow are looked at again, and only edits count for a conflict of edits
-- breaking: no

alter table videos
  -- counts `video.edited` alone: what a machine finds out is no conflict with a person's edit
  add column edit_version       int not null default 0,
  -- `failure` says why the file was not examined, not that it cannot be played
  add column is_failure_passing boolean not null default false,
  -- when the file could not be opened: its change time then, so that a scan sees that its rights changed
  add column failure_ctime_ms   bigint,
  -- the conversion of this file failed for good; the original may play all the same
  add column playback_failure   text;

update videos v set edit_version = e.n
from (select stream_id, count(*)::int as n from events where type = 'video.edited.v1' group by stream_id) e
where e.stream_id = v.id;

create index videos_failure_ctime on videos (root_id) where failure_ctime_ms is not null;

-- Files that were modified moments before they were examined, or while they were: each is looked at again. No
-- projection: what is lost here is found by the next scan or playback.
create table unsettled_files (
  video_id uuid primary key,
  look_at  timestamptz not null,
  -- looks that found it changed once more; the next one waits longer
  looks    int not null
);
create index unsettled_files_due on unsettled_files (look_at);
