/** Litecoin's MWEB, as far as it shows outside. */
import type { UtxoChain } from '@chaintrail/chains';
import type { StoredTransaction } from '@chaintrail/db';

type Place = Pick<NonNullable<StoredTransaction['block']>, 'index' | 'txCount'>;

/** A HogEx is the last transaction of its block and pays the HogAddr first (litecoin src/mweb/mweb_node.cpp). */
export function isHogEx({ mweb }: UtxoChain, { index, txCount }: Place, paysHogAddr: boolean): boolean {
  return mweb && paysHogAddr && index !== 0 && index === txCount - 1;
}
