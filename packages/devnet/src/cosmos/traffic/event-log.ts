import type { CosmosEvent } from '../cosmos-block.js';

type Attribute = readonly [key: string, value: string];

/** Events as the bank module and its callers emit them (cosmos-sdk x/bank/keeper). */
export class EventLog {
  readonly events: CosmosEvent[] = [];
  private readonly suffix: readonly Attribute[];

  /** @param suffix what every event ends with */
  constructor(suffix: readonly Attribute[] = []) {
    this.suffix = suffix;
  }

  note(type: string, attributes: Readonly<Record<string, string>>): void {
    this.emit(type, Object.entries(attributes));
  }

  move(from: string, to: string, amount: bigint, denom: string): void {
    const coins = `${amount}${denom}`;
    this.emit('coin_spent', [
      ['spender', from],
      ['amount', coins],
    ]);
    this.emit('coin_received', [
      ['receiver', to],
      ['amount', coins],
    ]);
    this.emit('transfer', [
      ['recipient', to],
      ['sender', from],
      ['amount', coins],
    ]);
    this.emit('message', [['sender', from]]);
  }

  mint(minter: string, amount: bigint, denom: string): void {
    this.note('coin_received', { receiver: minter, amount: `${amount}${denom}` });
    this.note('coinbase', { minter, amount: `${amount}${denom}` });
  }

  burn(burner: string, amount: bigint, denom: string): void {
    this.note('coin_spent', { spender: burner, amount: `${amount}${denom}` });
    this.note('burn', { burner, amount: `${amount}${denom}` });
  }

  private emit(type: string, attributes: readonly Attribute[]): void {
    this.events.push({ type, attributes: this.suffix.length === 0 ? attributes : [...attributes, ...this.suffix] });
  }
}
