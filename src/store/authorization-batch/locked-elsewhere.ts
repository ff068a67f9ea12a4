import type pg from 'pg'
import { isStep, type Command } from '../../domain/batch/commands.ts'

/** Which of some commands are about a customer whom another transaction keeps locked at this moment. Waits for nobody. */
export async function lockedElsewhere(pool: pg.Pool, commands: readonly Command[]): Promise<ReadonlySet<Command>> {
  const subjects = commands.map(subjectOf)
  const { rows } = await pool.query<{ id: string }>(selectLocked, [subjects])
  const locked = new Set(rows.map(({ id }) => id))
  return new Set(commands.filter((_, index) => locked.has(subjects[index] as string)))
}

const subjectOf = (command: Command): string => (isStep(command) ? command.transactionId : command.cardId)

const selectLocked = `with asked as (
    select id, customer_id from cards where id = any($1)
    union all select id, customer_id from transactions where id = any($1)
  ), free as (
    select id from customers where id in (select customer_id from asked) for update skip locked
  )
  select id from asked where customer_id not in (select id from free)`
