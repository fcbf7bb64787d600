/** Arguments that several commands take. */
import { CHAINS, type Chain, chainByCode } from '@chaintrail/chains';
import { Argument, InvalidArgumentError } from 'commander';

const CODES = CHAINS.map(({ code }) => code).join(', ');

/** @param name `<code>`, or `[codes...]` for any number of them; they come as {@link Chain} */
export function chainArgument(name: string): Argument {
  const isMany = name.includes('...');
  const argument = new Argument(name, `${isMany ? 'some' : 'one'} of ${CODES}`);
  return argument.argParser<Chain | Chain[]>((text, before) => {
    const chain = chainByCode(text);
    if (!chain) throw new InvalidArgumentError(`expected one of ${CODES}.`);
    return isMany ? [...(Array.isArray(before) ? before : []), chain] : chain;
  });
}

/** A reader of whole numbers in plain digits. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most))
      throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}.`);
    return number;
  };
}
