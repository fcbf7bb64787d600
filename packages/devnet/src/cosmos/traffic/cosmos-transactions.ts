/** Signed and injected transactions with their results, in the order of the ante handler and the messages. */
import { createHash } from 'node:crypto';
import type { Random } from '../../random.js';
import { type CosmosEvent, type CosmosTx, txid } from '../cosmos-block.js';
import { encodeInjection, encodeTx, type JsonRecord } from '../encode-tx.js';
import type { ChainTerms } from './chain-terms.js';
import { EventLog } from './event-log.js';
import type { Person } from './people.js';

export interface SignedTx {
  readonly signer: Person;
  readonly message: JsonRecord;
  readonly memo?: string;
  /** Null where it succeeds. */
  readonly failure?: string | null;
  /** Whether the ante step takes the chain's own fee. */
  readonly paysFee?: boolean;
  /** Declared fee, in the chain's own coin. */
  readonly declaredFee?: bigint;
  /** What the message does, given the transaction's id. */
  run?(log: EventLog, txid: string): void;
}

export class TransactionWriter {
  private readonly terms: ChainTerms;
  private readonly random: Random;
  private readonly height: number;
  readonly transactions: CosmosTx[] = [];

  constructor(terms: ChainTerms, random: Random, height: number) {
    this.terms = terms;
    this.random = random;
    this.height = height;
  }

  /** @returns its id, upper-case hex */
  sign(tx: SignedTx): string {
    const { terms } = this;
    const { signer, message, memo = '', failure = null, declaredFee = 0n, paysFee = true } = tx;
    const signature = this.random.bytes(64).toString('base64');
    const coins = declaredFee === 0n ? [] : [{ denom: terms.coin, amount: String(declaredFee) }];
    const key = { '@type': '/cosmos.crypto.secp256k1.PubKey', key: signer.publicKey.toString('base64') };
    const bytes = encodeTx(terms.place, {
      body: { messages: [message], memo },
      auth_info: {
        signer_infos: [
          { public_key: key, mode_info: { single: { mode: 'SIGN_MODE_DIRECT' } }, sequence: String(this.height) },
        ],
        fee: { amount: coins, gas_limit: terms.injects ? '0' : '2000000' },
      },
      signatures: [signature],
    });
    const id = hexId(bytes);
    const ante = new EventLog();
    const { address } = signer;
    const action = { action: String(message['@type']), sender: address };
    if (declaredFee > 0n) ante.move(address, terms.feeCollector, declaredFee, terms.coin);
    // thornode takes its fee before the messages run, mayanode as their first step.
    if (terms.failedPay && paysFee && declaredFee === 0n) ante.move(address, terms.reserve, terms.fee, terms.coin);
    ante.note('tx', { fee: '', fee_payer: address });
    ante.note('tx', { acc_seq: `${address}/${this.height}` });
    ante.note('tx', { signature });
    const run = new EventLog(terms.injects ? [['msg_index', '0']] : []);
    run.note('message', action);
    if (!terms.failedPay && paysFee) run.move(address, terms.reserve, terms.fee, terms.coin);
    if (failure === null) tx.run?.(run, id);
    this.add(bytes, failure, failure === null ? [...ante.events, ...run.events] : ante.events);
    return id;
  }

  /** What validators agree on. */
  inject(messages: readonly JsonRecord[], events: readonly CosmosEvent[]): void {
    this.add(encodeInjection(this.terms.place, messages), null, events);
  }

  /** What nobody can read. */
  addJunk(bytes: Buffer): void {
    this.add(bytes, 'tx parse error', []);
  }

  private add(bytes: Buffer, failure: string | null, events: readonly CosmosEvent[]): void {
    this.transactions.push({
      bytes,
      code: failure === null ? 0 : failure === 'tx parse error' ? 2 : 5,
      codespace: failure === null ? '' : 'sdk',
      data: failure === null ? 'EhAKDi90eXBlcy5Nc2dTZW5k' : null,
      log: failure === null ? '' : `failed to execute message; message index: 0: ${failure}`,
      gasWanted: this.terms.injects ? '-1' : '2000000',
      gasUsed: String(70_000 + (bytes.length % 977)),
      events,
    });
  }
}

function hexId(bytes: Buffer): string {
  return txid(bytes).toString('hex').toUpperCase();
}

/** Id of a transaction of another chain. */
export function foreignId(...of: readonly (string | number)[]): string {
  return createHash('sha256').update(of.join(' ')).digest('hex').toUpperCase();
}
