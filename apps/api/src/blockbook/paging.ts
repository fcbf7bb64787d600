/** Pages by number, as Blockbook counts them: from 1, and never another one than was asked for. */

export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/** Figures of a page of a list. A page behind the end is empty, and says its own number. */
export function paging({ page, pageSize }: PageRequest, total: number) {
  return { page, totalPages: Math.max(1, Math.ceil(total / pageSize)), itemsOnPage: pageSize };
}

export const offsetOf = ({ page, pageSize }: PageRequest): number => (page - 1) * pageSize;
