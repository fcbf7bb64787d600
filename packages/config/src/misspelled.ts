import { CHAIN_CODES, CHAINS } from '@chaintrail/chains';
import { distance } from 'fastest-levenshtein';
import { CHAIN_SETTINGS, chainVariable, SETTINGS } from './table.js';

const SUFFIXES = Object.values(CHAIN_SETTINGS).map((setting) => setting.suffix);
/** A suffix as common as NETWORK means nothing behind a prefix that is no chain (`DOCKER_NETWORK`). */
const TELLING_SUFFIXES = SUFFIXES.filter((suffix) => suffix.includes('_'));
/** Shorter names (`PORT`, `HOST`) are one letter away from far too many foreign variables. */
const SHORTEST_COMPARED = 8;

/**
 * Variables that look like ours but are not: they would be ignored in silence otherwise.
 * @returns one sentence per variable; values are never repeated.
 */
export function findMisspelled(env: NodeJS.ProcessEnv): string[] {
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value === '' || KNOWN.has(name)) continue;
    const warning = explain(name);
    if (warning !== undefined) warnings.push(warning);
  }
  return warnings.sort();
}

const KNOWN = new Set([
  ...Object.values(SETTINGS).map((setting) => setting.name),
  ...CHAINS.flatMap((chain) => Object.values(CHAIN_SETTINGS).map((setting) => chainVariable(chain.code, setting))),
]);

function explain(name: string): string | undefined {
  const prefix = name.slice(0, name.indexOf('_'));
  const suffix = name.slice(prefix.length + 1);
  const code = prefix.toLowerCase();
  if (CHAINS.some((chain) => chain.code === code))
    return `${name} is not a setting${suggestion(name, false)}; ignored.`;
  const reserved = CHAIN_CODES.some((known) => known === code);
  if (TELLING_SUFFIXES.includes(suffix) || (reserved && SUFFIXES.includes(suffix))) {
    const followed = CHAINS.map((chain) => chain.code.toUpperCase()).join(', ');
    return `${name} is ignored: this version follows ${followed}, not ${prefix}.`;
  }
  const near = suggestion(name, true);
  return near === '' ? undefined : `${name} is not a setting${near}; ignored.`;
}

/** ", did you mean BTC_RPC_URL?" or nothing. `strict` compares only long names and only very near ones. */
function suggestion(name: string, strict: boolean): string {
  if (strict && name.length < SHORTEST_COMPARED) return '';
  const bare = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const limit = strict ? 2 : 4;
  let best: { name: string; edits: number } | undefined;
  for (const known of KNOWN) {
    if (strict && known.length < SHORTEST_COMPARED) continue;
    const edits = distance(bare(name), bare(known));
    if (edits <= limit && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { name: known, edits };
  }
  return best ? ` (did you mean ${best.name}?)` : '';
}
