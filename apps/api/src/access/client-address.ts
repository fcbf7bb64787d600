import ipaddr from 'ipaddr.js';

/**
 * The network that a client is counted by: an IPv4 address; of an IPv6 address the first 64 bits, since whoever has
 * one has all that begin with them (RFC 6177).
 * @param address of a socket, or as a proxy wrote it
 * @returns null where it is no address
 */
export function clientNetwork(address: string | undefined): string | null {
  // A zone names an interface of this machine (RFC 4007), and some of their names the parser does not know.
  const [text = ''] = address?.split('%', 1) ?? [];
  // Short forms of IPv4 (`1.2`, `0x7f.1`) are what no socket and no proxy writes.
  if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text)) return null;
  if (!ipaddr.isValid(text)) return null;
  const parsed = ipaddr.process(text);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Clients with tokens, beyond those that are told apart, by so many characters of their ids: 262,144 groups. */
const ID_CHARACTERS = 3;

/**
 * Groups to count a client with where there are too many to tell apart, from narrow to wide. Nobody has many of the
 * widest. Of IPv6: 48 bits, which are one customer's (RFC 6177), 32, a provider's, and 16. Of IPv4: 24 bits, 16 and 8.
 * @param client `address:` with what {@link clientNetwork} says, or `subject:` with an id
 */
export function widerNetworks(client: string): readonly string[] {
  const [, kind = '', name = ''] = /^(\w+):(.*)$/.exec(client) ?? [];
  if (kind !== 'address') return [`${kind}:${name.slice(0, ID_CHARACTERS)}`];
  const [separator, end, widths] = name.includes(':') ? [':', '::/', [48, 32, 16]] : ['.', '.0/', [24, 16, 8]];
  const parts = name.split(separator);
  const bits = separator === ':' ? 16 : 8;
  return widths.map((width) => `${kind}:${parts.slice(0, width / bits).join(separator)}${end}${width}`);
}

/** The network of one customer, of which an IPv6 client is a small part; null of all others. */
export function siteOf(client: string): string | null {
  return client.endsWith('::/64') ? widerNetworks(client)[0]! : null;
}

/** Whether an address is of this very machine. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** `X-Forwarded-For` as everybody reads it: some proxies write ports, brackets and quotes (`"[2001:db8::1]:443"`). */
export function bareAddresses(forwarded: string): string {
  return forwarded.split(',').map(bareAddress).join(', ');
}

function bareAddress(written: string): string {
  const text = written.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/.exec(text) ?? [];
  return bracketed ?? dotted ?? text;
}
