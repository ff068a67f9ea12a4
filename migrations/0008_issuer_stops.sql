-- compatible: since 0001_first

-- A stop or a resume of an account of which not all cards' issuers are to be called yet. It is worked off card by card, in pages.
create table issuer_stop_progress (
  account_id text collate "C" primary key,
  part smallint, -- the bucket that the next page is of; null: of all
  after_card text collate "C" not null -- the last card of the page before
);

-- Versions before this one stopped accounts without a word to issuers.
insert into issuer_stop_progress (account_id, part, after_card)
select id, null, '' from accounts where stopped_at is not null;
