-- Most cents that a purchase of the intent may come to, and who declared it: an API key, or a person. Absent where no amount is
-- expected, and in rows of a version that did not keep them: those are bound by the tolerance of the moment alone, as they were.
alter table intents
  add column ceiling bigint,
  add column declared_by text collate "C";
