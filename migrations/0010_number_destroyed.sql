-- Whether the number of a closed card was destroyed stands with its closing, so that an index of those that are left finds
-- them, however long ago they were closed. A moment until which all was done is wrong for good once a clock was.
alter table cards add column number_destroyed boolean not null default false;
update cards set number_destroyed = true
  from card_secrets where card_secrets.card_id = cards.id and card_secrets.destroyed_at is not null;
create index cards_number_due on cards (closed_at) where closed_at is not null and not number_destroyed;
drop index cards_closed;
delete from settings where name = 'numbers_destroyed_until';
