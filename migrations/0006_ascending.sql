-- Newest rows are listed first, by reading an index backwards. An ascending index takes the newest row at its end, where
-- PostgreSQL inserts fastest and leaves full pages behind; a descending one splits its first page again and again.
drop index transactions_by_account;
drop index transactions_by_customer;
drop index transactions_by_card;
drop index events_by_account;
drop index deliveries_by_webhook;
create index transactions_by_account on transactions (account_id, created_at, id);
create index transactions_by_customer on transactions (customer_id, created_at, id);
create index transactions_by_card on transactions (card_id, created_at, id);
create index events_by_account on events (account_id, created_at, id);
create index deliveries_by_webhook on deliveries (webhook_id, created_at, id);
