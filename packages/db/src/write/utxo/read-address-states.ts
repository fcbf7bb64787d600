import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import type { AddressState } from './rows.js';

type StateRow = [n: string, seq: string, balance: string, received: string];

/** The last history row of every address, in one statement. @returns one state per key, in order; seq 0 where it has none */
export async function readAddressStates(
  session: Session,
  chain: ChainCode,
  keys: readonly Buffer[],
): Promise<AddressState[]> {
  const states = keys.map((): AddressState => ({ seq: 0, balance: 0n, received: 0n }));
  if (keys.length === 0) return states;
  const { rows } = await session.query<StateRow>({
    name: `read_address_states_${chain}`,
    rowMode: 'array',
    text: `
      SELECT wanted.n - 1, last.seq, last.balance, last.received
      FROM unnest($1::bytea[]) WITH ORDINALITY AS wanted(address_key, n)
      CROSS JOIN LATERAL (
        SELECT seq, balance, received FROM address_transactions_${chain} a
        WHERE a.address_key = wanted.address_key ORDER BY seq DESC LIMIT 1
      ) last`,
    values: [keys],
  });
  for (const [n, seq, balance, received] of rows) {
    states[Number(n)] = { seq: Number(seq), balance: BigInt(balance), received: BigInt(received) };
  }
  return states;
}
