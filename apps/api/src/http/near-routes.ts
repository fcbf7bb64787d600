/** Routes that a path which is none comes near to. */
import { distance } from 'fastest-levenshtein';

/** Edits within which a word is another one, mistyped; a third of a short one. */
const MOST_EDITS = 3;
/** Longer ones are no word of a route, and take long to compare. */
const MAX_WORD = 24;
const MAX_SEGMENTS = 8;
const MOST_NAMED = 4;
/** Costs of a segment that has another word, is missing, or is one too many. */
const OTHER_WORD = 2;
const MISSING_WORD = 1.25;
const MISSING_VALUE = 1;
const TOO_MANY = 2;
/** A path that costs more is near to no route. */
const MOST_COST = 3;

/**
 * @param path of a request
 * @param routes as in OpenAPI, with the prefix that clients use: `/v0/blocks/{currency}/{block}`
 * @returns those that may be meant, the nearest first; never anything that the request itself says
 */
export function routesNear(path: string, routes: readonly string[]): string[] {
  const asked = wordsOf(path);
  const [first] = asked;
  if (first === undefined || asked.length > MAX_SEGMENTS) return [];
  return routes
    .flatMap((route) => {
      const words = wordsOf(route);
      if (words[0] === undefined || editsBetween(first, words[0]) === null) return [];
      const cost = costOf(asked, words);
      return cost > MOST_COST ? [] : [{ route, cost }];
    })
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST_NAMED)
    .map(({ route }) => route);
}

/** Segments of a path without the version, which clients leave out as often as not. */
function wordsOf(path: string): string[] {
  const words = path.split('/', MAX_SEGMENTS + 4).filter((word) => word !== '');
  while (/^(api|v\d+)$/i.test(words[0] ?? '')) words.shift();
  return words;
}

function costOf(asked: readonly string[], words: readonly string[]): number {
  const cost = words.reduce((sum, word, at) => sum + costOfWord(asked[at], word), 0);
  return cost + TOO_MANY * Math.max(0, asked.length - words.length);
}

const isValue = (word: string): boolean => word.startsWith('{');

function costOfWord(asked: string | undefined, word: string): number {
  if (isValue(word)) return asked === undefined ? MISSING_VALUE : 0;
  if (asked === undefined) return MISSING_WORD;
  const edits = editsBetween(asked, word);
  return edits === null ? OTHER_WORD : edits / (MOST_EDITS + 1);
}

/** @returns null where they have nothing in common */
function editsBetween(asked: string, word: string): number | null {
  if (asked.length > MAX_WORD) return null;
  const edits = distance(asked.toLowerCase(), word);
  return edits <= Math.min(MOST_EDITS, Math.floor(word.length / 3)) ? edits : null;
}
