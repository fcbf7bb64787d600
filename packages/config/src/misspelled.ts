import { CHAINS, chainByCode } from '@chaintrail/chains';
import { distance } from 'fastest-levenshtein';
import { CHAIN_SETTINGS, chainVariable, settingsOf } from './chain-settings.js';
import { SETTINGS } from './general-settings.js';

const SUFFIXES = Object.values(CHAIN_SETTINGS).map((setting) => setting.suffix);
/** NETWORK means nothing behind a prefix that is no chain (`DOCKER_NETWORK`, `TEST_DATABASE_URL`). */
const TELLING_SUFFIXES = SUFFIXES.filter((suffix) => suffix.includes('_') && !suffix.startsWith('DATABASE_'));
/** Shorter names (`PORT`, `HOST`) are one letter away from far too many foreign variables. */
const SHORTEST_COMPARED = 8;

/** A variable that looks like ours but is not. Its value is never repeated. */
export interface Misspelled {
  readonly name: string;
  /** Whoever set it wanted a chain to be followed. */
  readonly meansChain: boolean;
  /** Why it has no effect, in words that follow the name. */
  readonly reason: string;
}

/** Variables that look like ours but are not, by name: they would be ignored in silence otherwise. */
export function findMisspelled(env: NodeJS.ProcessEnv): Misspelled[] {
  const names = Object.keys(env).filter((name) => env[name]?.trim() && !KNOWN.has(name));
  return names
    .sort()
    .map(examine)
    .filter((found) => found !== undefined);
}

export function sentenceAbout({ name, reason }: Misspelled): string {
  return `${name} ${reason}.`;
}

const CHAIN_VARIABLES = new Set(
  CHAINS.flatMap((chain) => settingsOf(chain).map((setting) => chainVariable(chain.code, setting))),
);
const KNOWN = new Set([...Object.values(SETTINGS).map((setting) => setting.name), ...CHAIN_VARIABLES]);

function examine(name: string): Misspelled | undefined {
  const prefix = name.slice(0, name.indexOf('_'));
  const suffix = name.slice(prefix.length + 1);
  const code = prefix.toLowerCase();
  const aboutNode = /RPC/i.test(suffix);
  const ofOthers = reasonOfOtherFamily(code, suffix);
  if (ofOthers !== undefined) return { name, meansChain: true, reason: ofOthers };
  if (CHAINS.some((chain) => chain.code === code)) {
    const near = nearest(name, false);
    const meansChain = aboutNode || near !== undefined;
    return { name, meansChain, reason: `is not a setting${suggestion(near)}; ignored` };
  }
  const near = nearest(name, true);
  if (near === undefined || TELLING_SUFFIXES.includes(suffix)) {
    const ofOtherNode = /_RPC_?URL/i.test(name);
    if (ofOtherNode || TELLING_SUFFIXES.includes(suffix)) {
      const followed = CHAINS.map((chain) => chain.code.toUpperCase()).join(', ');
      const reason = `is ignored: this version follows ${followed}, not ${prefix}`;
      return { name, meansChain: ofOtherNode || aboutNode, reason };
    }
  }
  if (near === undefined) return undefined;
  return { name, meansChain: CHAIN_VARIABLES.has(near), reason: `is not a setting${suggestion(near)}; ignored` };
}

/** Why a setting of one family has no effect on a chain of another one; undefined where this is not what it is. */
function reasonOfOtherFamily(code: string, suffix: string): string | undefined {
  const chain = chainByCode(code);
  const setting = Object.values(CHAIN_SETTINGS).find((each) => each.suffix === suffix);
  if (!chain || !setting?.families || setting.families.includes(chain.family)) return undefined;
  const others = CHAINS.filter(({ family }) => setting.families?.includes(family)).map(({ name }) => name);
  return `is ignored: it is a setting of ${others.join(', ')}, not of ${chain.name}`;
}

function suggestion(near: string | undefined): string {
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

/** The setting that `name` was meant to be, if one is near. `strict` compares long names alone, and very near ones. */
function nearest(name: string, strict: boolean): string | undefined {
  if (strict && name.length < SHORTEST_COMPARED) return undefined;
  const bare = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const limit = strict ? 2 : 4;
  let best: { name: string; edits: number } | undefined;
  for (const known of KNOWN) {
    if (strict && known.length < SHORTEST_COMPARED) continue;
    const edits = distance(bare(name), bare(known));
    if (edits <= limit && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { name: known, edits };
  }
  return best?.name;
}
