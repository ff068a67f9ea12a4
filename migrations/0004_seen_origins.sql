-- compatible: since 0001_first
-- Whether a customer has bought at an origin before is asked wherever somebody decides about an intent that names it. One expression, as
-- in every index of two columns; of matched intents with an origin alone.
create index if not exists intents_matched_by_origin on intents ((customer_id || ' ' || (declared ->> 'expectedOrigin')))
  where status = 'matched' and declared ->> 'expectedOrigin' is not null;
