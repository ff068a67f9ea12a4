-- compatible: since 0009_audit_macs

-- What a customer's cards have spent at one merchant. By an expression, which what reads the journal does not name: see the index
-- `transactions_by_customer`.
create index transactions_spent_at on transactions ((customer_id || ' ' || merchant_key), id)
  where decision = 'approve' and type <> 'credit' and amount > 0;
-- Steps that may count at another moment than their transaction, or where their transaction did not count: a capture of what was declined, or
-- on a card check. The journal is not read by it: no statement of the journal names the kind.
create index transaction_steps_raising on transaction_steps (customer_id, id)
  where kind in ('increment', 'advise', 'capture', 'settle') and counted is not null;
