/** JSON as bitcoind prints it: a bigint is an amount in base units and becomes a decimal number with eight places. */

export type Json =
  | null
  | boolean
  | number
  | string
  | bigint
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** 1n → "0.00000001" (bitcoin src/core_write.cpp ValueFromAmount). */
function decimalAmount(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(9, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

export function writeJson(value: Json): string {
  if (typeof value === 'bigint') return decimalAmount(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${writeJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
