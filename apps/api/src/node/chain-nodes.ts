import type { Logger } from 'pino';

/** A chain on one of its networks. */
export interface NamedNetwork {
  readonly chain: { readonly code: string };
  readonly network: { readonly name: string };
}

/** Nodes that are asked about their chains. One of another network than the indexed one is not asked. */
export class ChainNodes<Questions> {
  readonly #byChain = new Map<string, { readonly network: string; readonly questions: Questions }>();
  readonly #log: Logger;
  readonly #foreign = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** The chain that a node follows, on the network that it follows. */
  add({ chain, network }: NamedNetwork, questions: Questions): void {
    this.#byChain.set(chain.code, { network: network.name, questions });
  }

  /** Undefined where no node follows the chain on the network that is indexed. */
  of({ chain, network }: NamedNetwork): Questions | undefined {
    const found = this.#byChain.get(chain.code);
    if (!found) return undefined;
    if (found.network === network.name) return found.questions;
    this.#sayForeign(chain.code, found.network, network.name);
    return undefined;
  }

  /** Once per chain. */
  #sayForeign(code: string, configured: string, indexed: string): void {
    if (this.#foreign.has(code)) return;
    this.#foreign.add(code);
    const variable = `${code.toUpperCase()}_NETWORK`;
    this.#log.warn(
      { currency: code, configured, indexed },
      `The node of a chain is not asked for balances: set ${variable} to the network that is indexed`,
    );
  }
}
