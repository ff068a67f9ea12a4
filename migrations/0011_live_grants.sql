-- A read of a card number uses the grant that expires first, of the intent that is named or of none. Nothing bounds how many an
-- agent asks for: with the intent before the time, and the id that decides between equals, the first is found at once.
drop index access_events_live;
create index access_events_live on access_events (card_id, expires_at, id) where kind = 'grant' and consumed_at is null;
create index access_events_live_by_intent on access_events (card_id, intent_id, expires_at, id)
  where kind = 'grant' and consumed_at is null;
