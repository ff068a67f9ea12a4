-- A batch that was decided ahead of its locks is undone when what it was decided on turns out to have changed: it asks for
-- it under the locks, in the same trip as its writes, and the error rolls all of them back.
create function must_hold(holds boolean) returns boolean language plpgsql as $$
begin
  if holds is not true then
    raise exception 'a batch was decided on what is no longer so' using errcode = 'PU001',
      hint = 'It is decided again at once, on what is so now.';
  end if;
  return true;
end
$$;
