/** Reads what an answer says beside an account, so that all of it is of one block. */
import type { UtxoChainNetwork } from '@chaintrail/chains';
import type { ChainState, Reader } from '@chaintrail/db';
import type { AnswerSources } from '../read/read-answer.js';
import type { AccountRequest, Accounts, OpenAccount } from './accounts.js';
import { isOfBlock, readOfOneBlock } from './one-block.js';

export type AccountSources = Pick<AnswerSources, 'mostWeight'> & { readonly accounts: Accounts };

/** @param look null where others changed the account while it awaited something @throws ProblemError, TooHeavyError */
export async function readWithAccount<Result extends { readonly state: ChainState }>(
  sources: AccountSources,
  followed: UtxoChainNetwork,
  db: Reader,
  asked: AccountRequest,
  look: (opened: OpenAccount) => Promise<Result | null>,
): Promise<OpenAccount & Result> {
  return readOfOneBlock(async () => {
    const opened = await sources.accounts.open(sources, followed, db, asked);
    const found = await look(opened);
    return found && isOfBlock(found.state, opened.state) ? { ...opened, ...found } : null;
  });
}
