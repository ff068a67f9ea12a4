-- What an attestation said beside its purpose: the purchase that the number is read for.
alter table access_events
  add column expected_amount bigint, -- cents
  add column merchant text;
