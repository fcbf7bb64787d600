/** The rows of a chain, to be damaged and put back. */
import type { ChainNetwork } from '@chaintrail/chains';
import { chainTables, type Session } from '@chaintrail/db';

export abstract class DamagedRows {
  abstract readonly place: ChainNetwork;
  abstract readonly session: Session;
  private readonly corrupted = new Set<string>();

  /** Keeps every row of the chain, to be put back by {@link restore}. */
  async keep(): Promise<void> {
    const { code } = this.place.chain;
    await this.session.query('CREATE SCHEMA kept');
    for (const table of chainTables(code)) {
      await this.session.query(`CREATE TABLE kept.${table} AS TABLE ${code}.${table}`);
    }
  }

  /** Puts back what {@link corrupt} changed. */
  async restore(): Promise<void> {
    const { code } = this.place.chain;
    for (const table of this.corrupted) {
      await this.session.query(
        `DELETE FROM ${code}.${table}; INSERT INTO ${code}.${table} SELECT * FROM kept.${table}`,
      );
    }
    this.corrupted.clear();
  }

  async rows<Row extends object>(sql: string): Promise<Row[]> {
    return (await this.session.query<Row>(sql)).rows;
  }

  async corrupt(sql: string): Promise<void> {
    const { rowCount } = await this.session.query(sql);
    if (rowCount === 0) throw new Error(`nothing was changed by ${sql}`);
    this.corrupted.add(/^(?:UPDATE|DELETE FROM) \w+\.(\w+)/.exec(sql)![1]!);
  }
}
