-- The version of a level's older entries is a name and no number: after a restore, or a failover that lost the last
-- commits, a number could come again for other entries, and a node would believe its own.
alter table spend alter column history_version drop not null;
alter table spend alter column history_version type text collate "C" using nullif(history_version, 0)::text; -- null: no history
alter table spend_history alter column version type text collate "C" using version::text;
