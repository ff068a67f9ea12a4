-- compatible: since 0001_first
-- Sign-in by the company's provider (OpenID Connect). Additive: nodes of the version before go on beside it.

-- Who people are at the provider. Their rows in `people` stay as they are: a row here has a MAC of its own.
create table person_identities (
  person_id text collate "C" primary key,
  account_id text collate "C" not null,
  issuer text not null,
  subject text not null,
  disabled_here boolean not null, -- by a sign-in whose groups gave no role: one whose groups do enables the person again
  created_at bigint not null,
  mac bytea not null
);
create unique index person_identities_by_subject on person_identities (issuer, subject, account_id);

-- Sign-ins that are under way at the provider, and what one that is done confirms. Each is taken away by whoever uses it.
create table provider_sign_ins (
  secret_hash bytea primary key, -- of the state, or of the confirmation
  browser_hash bytea not null, -- of the cookie of the browser that began it
  purpose text not null, -- canonical JSON
  created_at bigint not null,
  expires_at bigint not null,
  mac bytea not null
);
create index provider_sign_ins_by_end on provider_sign_ins (expires_at);

-- True: made by `purser people invite` or the first start. It works where passwords sign nobody in.
alter table invitations add column if not exists at_shell boolean;
