-- Returns the episodes of a series with the keys of its play order: (at_season, at_turn, at_position, at_date, ordinal,
-- item_id). at_turn is 0 before a season, 1 in the season, 2 after the season, and 3 for specials without a position,
-- which come last.
--
-- A special is placed where its file says that it aired. If only its date is known, it follows the last episode that
-- aired on or before that date, provided that a later episode exists. A special that is older or newer than all dated
-- episodes has no position. `1000` is PER_NUMBER of grouping.ts.
create or replace function episodes_in_order(p_series uuid) returns table (
  item_id uuid, season_id uuid, library_id uuid, is_nsfw boolean, status item_status, season int, episode int,
  episode_end int, air_date text, ordinal int, is_placed boolean, at_season int, at_turn int, at_position double precision,
  at_date text
) language sql stable as $$
  select c.id, s.id, c.library_id, c.is_nsfw, c.status, e.season, e.episode, e.episode_end, e.air_date, c.ordinal,
    e.season <> 0 or e.before_season is not null or e.after_season is not null or d.season is not null,
    case when e.season <> 0 then e.season else coalesce(e.before_season, e.after_season, d.season, 2147483647) end,
    case when e.season <> 0 then 1
         when e.before_season is not null then case when e.before_episode is null then 0 else 1 end
         when e.after_season is not null then 2
         when d.season is not null then 1 else 3 end,
    case when e.season <> 0 then c.ordinal
         when e.before_season is not null then coalesce(e.before_episode * 1000 - 0.5, 0)
         when e.after_season is not null then 0
         else coalesce(d.ordinal + 0.5, 0) end,
    coalesce(e.air_date, '')
  from items s join items c on c.parent_id = s.id and c.kind = 'video' join video_episodes e on e.item_id = c.id
    left join lateral (
      select f.season, b.ordinal from items t join items b on b.parent_id = t.id and b.kind = 'video'
        join video_episodes f on f.item_id = b.id
      where e.season = 0 and e.before_season is null and e.after_season is null and e.air_date is not null
        and t.parent_id = p_series and t.kind = 'season' and f.season <> 0 and f.air_date <= e.air_date
        and exists (
          select from items u join items l on l.parent_id = u.id and l.kind = 'video' join video_episodes g on g.item_id = l.id
          where u.parent_id = p_series and u.kind = 'season' and g.season <> 0 and g.air_date > e.air_date)
      order by f.season desc, b.ordinal desc, b.id desc limit 1) d on true
  where s.parent_id = p_series and s.kind = 'season'
$$;
