/** Signed and injected transactions with their results, in the order of the ante handler and the messages. */
import type { Random } from '../../random.js';
import { sha256 } from '../block-hashing.js';
import type { CosmosEvent, CosmosTx } from '../cosmos-block.js';
import { encodeFields, type JsonRecord } from '../encode-tx.js';
import { INJECTION, TX } from '../tx-fields.js';
import type { ChainTerms, Person } from './chain-terms.js';
import { EventLog } from './event-log.js';

interface SignedTx {
  readonly signer: Person;
  readonly message: JsonRecord;
  readonly memo?: string;
  /** Null where it succeeds. */
  readonly failure?: string | null;
  /** Whether the chain's own fee is taken. */
  readonly paysFee?: boolean;
  /** Declared fee, in the chain's own coin. */
  readonly declaredFee?: bigint;
  /** Effects of the message, given the transaction's id. */
  run(log: EventLog, txid: string): void;
}

/** Attribute at the end of the events of every message of a transaction, where the SDK is new enough. */
const FIRST_MESSAGE = { msg_index: '0' };
const UNREADABLE = 'tx parse error';

/** Writes transactions of one block. */
export class TransactionWriter {
  readonly transactions: CosmosTx[] = [];
  protected readonly terms: ChainTerms;
  protected readonly random: Random;
  protected readonly height: number;

  constructor(terms: ChainTerms, random: Random, height: number) {
    this.terms = terms;
    this.random = random;
    this.height = height;
  }

  /** @returns its id, upper-case hex */
  protected sign(tx: SignedTx): string {
    const { terms, height } = this;
    const { signer, message, memo = '', failure = null, declaredFee = 0n, paysFee = true } = tx;
    const { address, publicKey } = signer;
    const signature = this.random.bytes(64).toString('base64');
    const public_key = { '@type': '/cosmos.crypto.secp256k1.PubKey', key: publicKey.toString('base64') };
    const mode_info = { single: { mode: 'SIGN_MODE_DIRECT' } };
    const amount = declaredFee === 0n ? [] : [{ denom: terms.coin, amount: String(declaredFee) }];
    const bytes = encodeFields(terms.place, TX, {
      body: { messages: [message], memo },
      auth_info: {
        signer_infos: [{ public_key, mode_info, sequence: String(height) }],
        fee: { amount, gas_limit: terms.injects ? '0' : '2000000' },
      },
      signatures: [signature],
    });
    const ante = new EventLog();
    if (declaredFee > 0n) ante.move(address, terms.feeCollector, declaredFee, terms.coin);
    // thornode takes its fee before the messages run, mayanode as their first step.
    if (terms.failedPay && paysFee && declaredFee === 0n) ante.move(address, terms.reserve, terms.fee, terms.coin);
    ante.note('tx', { fee: '', fee_payer: address });
    ante.note('tx', { acc_seq: `${address}/${height}` });
    ante.note('tx', { signature });
    const run = new EventLog(terms.injects ? FIRST_MESSAGE : {});
    run.note('message', { action: String(message['@type']), sender: address });
    if (!terms.failedPay && paysFee) run.move(address, terms.reserve, terms.fee, terms.coin);
    const id = sha256(bytes).toString('hex').toUpperCase();
    if (failure === null) tx.run(run, id);
    this.add(bytes, failure, failure === null ? [...ante.events, ...run.events] : ante.events);
    return id;
  }

  /** Bytes that nobody can read. */
  protected addJunk(bytes: Buffer): void {
    this.add(bytes, UNREADABLE, []);
  }

  /**
   * Messages about another chain: THORChain's validators inject what they agree on, each of MAYAChain's sends a
   * transaction of its own.
   * @param outbound attributes of the event about what the network itself paid there; null for what it was paid
   */
  observe(validator: Person, observed: object, outbound: Readonly<Record<string, string>> | null): void {
    const { terms } = this;
    const signer = validator.address;
    const note = (log: EventLog): void => {
      if (outbound) log.note('outbound', outbound);
    };
    if (!terms.injects) {
      const type = `/types.MsgObservedTx${outbound ? 'Out' : 'In'}`;
      this.sign({ signer: validator, message: { '@type': type, txs: [observed], signer }, paysFee: false, run: note });
      return;
    }
    const type = '/types.MsgObservedTxQuorum';
    const attestations = [{ PubKey: validator.publicKey.toString('base64'), Signature: 'AAAA' }];
    const quoTx = { obsTx: observed, attestations, inbound: outbound === null };
    const log = new EventLog(FIRST_MESSAGE);
    log.note('message', { action: type, sender: signer, module: 'MsgObservedTxQuorum' });
    note(log);
    this.add(encodeFields(terms.place, INJECTION, { messages: [{ '@type': type, quoTx, signer }] }), null, log.events);
  }

  private add(bytes: Buffer, failure: string | null, events: readonly CosmosEvent[]): void {
    const succeeds = failure === null;
    this.transactions.push({
      bytes,
      code: succeeds ? 0 : failure === UNREADABLE ? 2 : 5,
      codespace: succeeds ? '' : 'sdk',
      data: succeeds ? 'EhAKDi90eXBlcy5Nc2dTZW5k' : null,
      log: succeeds ? '' : `failed to execute message; message index: 0: ${failure}`,
      gasWanted: this.terms.injects ? '-1' : '2000000',
      gasUsed: String(70_000 + (bytes.length % 977)),
      events,
    });
  }
}
