import type pg from 'pg'

/** The pools of a node's connections: for requests that read, for database transactions, and for the authorization engine. */
export const connectionPoolNames = ['read', 'write', 'engine'] as const
export type ConnectionPoolName = (typeof connectionPoolNames)[number]

/** How many connections a pool of database connections has. */
export interface ConnectionPoolUse {
  readonly name: ConnectionPoolName
  /** How many connections of the pool run a statement or a transaction, or are being opened for one. */
  readonly used: number
  readonly idle: number
  /** How many callers wait for a connection of the pool. */
  readonly waiting: number
  /** The most connections that the pool opens to the database. */
  readonly most: number
}

export interface NamedConnectionPool {
  readonly name: ConnectionPoolName
  readonly pool: pg.Pool
}

/** Counts the connections of each pool. With distributed tables the engine has one pool for each server: these are added up. */
export const countConnectionPoolUses = (pools: readonly NamedConnectionPool[]): ConnectionPoolUse[] =>
  connectionPoolNames.map((name) => {
    const own = pools.filter((each) => each.name === name).map(({ pool }) => pool)
    const sum = (count: (pool: pg.Pool) => number) => own.reduce((all, pool) => all + count(pool), 0)
    return {
      name,
      used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(({ idleCount }) => idleCount),
      waiting: sum(({ waitingCount }) => waitingCount),
      most: sum(({ options }) => options.max),
    }
  })
