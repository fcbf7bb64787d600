import type { CosmosEvent } from '../cosmos-block.js';

/** Events as the bank module and its callers emit them (cosmos-sdk x/bank/keeper). */
export class EventLog {
  readonly events: CosmosEvent[] = [];
  private readonly suffix: Readonly<Record<string, string>>;

  /** @param suffix what every event ends with */
  constructor(suffix: Readonly<Record<string, string>> = {}) {
    this.suffix = suffix;
  }

  note(type: string, attributes: Readonly<Record<string, string>>): void {
    this.events.push({ type, attributes: Object.entries({ ...attributes, ...this.suffix }) });
  }

  move(from: string, to: string, units: bigint, denom: string): void {
    const amount = `${units}${denom}`;
    this.note('coin_spent', { spender: from, amount });
    this.note('coin_received', { receiver: to, amount });
    this.note('transfer', { recipient: to, sender: from, amount });
    this.note('message', { sender: from });
  }

  mint(minter: string, units: bigint, denom: string): void {
    const amount = `${units}${denom}`;
    this.note('coin_received', { receiver: minter, amount });
    this.note('coinbase', { minter, amount });
  }

  burn(burner: string, units: bigint, denom: string): void {
    const amount = `${units}${denom}`;
    this.note('coin_spent', { spender: burner, amount });
    this.note('burn', { burner, amount });
  }
}
