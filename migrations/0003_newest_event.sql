-- compatible: since 0001_first
-- The time of the newest event of the account when a webhook or a notification channel was made or last changed. An event with a later
-- time happened after that, and has a delivery. One with an earlier time may have happened before, even where its time is after
-- updated_at: a test clock, or a wrong clock, was ahead. Null where a node of an earlier version wrote the row.
alter table webhooks add column newest_event_at bigint;
alter table notification_channels add column newest_event_at bigint;

-- No event is later than where the test clock stands.
update webhooks set newest_event_at = settings.value::bigint from settings where settings.name = 'test_clock';
update notification_channels set newest_event_at = settings.value::bigint from settings where settings.name = 'test_clock';
