-- why: counts of episodes read only the facts of files with several episodes
-- breaking: no

create index video_episodes_spans on video_episodes (item_id) include (episode, episode_end)
  where episode_end > episode;
