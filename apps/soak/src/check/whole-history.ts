import type { ApiClient, ApiItem } from './api-client.js';
import { problemsOfPage } from './page.js';

const LIMIT = 1_000;

/** Reads a history that does not change, newest first, and judges its pages. */
export async function wholeHistory<Item extends ApiItem = ApiItem>(
  api: ApiClient,
  address: string,
  wrong: (problem: string) => void,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let offset = 0, total = 1; offset < total; offset += LIMIT) {
    const page = await api.history<Item>(address, `limit=${LIMIT}&offset=${offset}`);
    for (const problem of problemsOfPage(page, { offset, limit: LIMIT })) wrong(problem);
    items.push(...page.transactions);
    total = page.total;
  }
  return items;
}
