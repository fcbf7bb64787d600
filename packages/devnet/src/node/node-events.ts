import { wireHash } from '../utxo/hash.js';
import { type Block, serializeBlock } from '../utxo/utxo-block.js';
import type { ChainListener } from '../utxo/utxo-mempool.js';
import { bytesWithMweb, type Transaction } from '../utxo/utxo-transaction.js';
import type { ZmqTopic } from './dialect.js';

type Publish = (topic: ZmqTopic, body: Buffer) => void;

/**
 * Turns what happens into what a node publishes, in its order (bitcoin src/zmq/zmqnotificationinterface.cpp), and holds it
 * back until {@link flush}: nobody may hear of a block that is not in the journal yet.
 */
export class NodeEvents implements ChainListener {
  private readonly tip: () => Block;
  private held: (readonly [ZmqTopic, Buffer])[] = [];
  private connected = false;
  /** Where it goes; null: nobody listens. */
  publish: Publish | null = null;

  constructor(tip: () => Block) {
    this.tip = tip;
  }

  transactionAdded(transaction: Transaction, sequence: number): void {
    this.hold('hashtx', wireToDisplay(transaction.txid));
    this.hold('rawtx', transaction.bytes);
    this.holdSequence(wireToDisplay(transaction.txid), 'A', sequence);
  }

  transactionRemoved(transaction: Transaction, sequence: number): void {
    this.holdSequence(wireToDisplay(transaction.txid), 'R', sequence);
  }

  blockConnected(block: Block): void {
    this.connected = true;
    this.holdTransactions(block);
    this.holdSequence(displayed(block), 'C');
  }

  blockDisconnected(block: Block): void {
    this.holdTransactions(block);
    this.holdSequence(displayed(block), 'D');
  }

  /** Publishes what was held back, and the new tip; not one that an invalidation led back to. */
  flush(): void {
    const tip = this.tip();
    if (this.connected) {
      this.hold('hashblock', displayed(tip));
      if (this.publish) this.hold('rawblock', serializeBlock(tip, 2));
    }
    this.connected = false;
    const { held, publish } = this;
    this.held = [];
    if (publish) for (const [topic, body] of held) publish(topic, body);
  }

  private holdTransactions(block: Block): void {
    for (const transaction of block.transactions) {
      this.hold('hashtx', wireToDisplay(transaction.txid));
      this.hold('rawtx', bytesWithMweb(transaction));
    }
  }

  private holdSequence(hash: Buffer, label: 'A' | 'R' | 'C' | 'D', sequence?: number): void {
    if (!this.publish) return;
    const tail = Buffer.alloc(sequence === undefined ? 1 : 9);
    tail.write(label, 0);
    if (sequence !== undefined) tail.writeBigUInt64LE(BigInt(sequence), 1);
    this.hold('sequence', Buffer.concat([hash, tail]));
  }

  private hold(topic: ZmqTopic, body: Buffer): void {
    if (this.publish) this.held.push([topic, body]);
  }
}

/** Hashes are published in display order (bitcoin doc/zmq.md). */
function wireToDisplay(hash: Buffer): Buffer {
  return Buffer.from(hash).reverse();
}

function displayed(block: Block): Buffer {
  return wireToDisplay(wireHash(block.hash));
}
