/** Tables, and those of which the API tells a page at a time. */
import type { ComponentChildren } from 'preact';
import { Pager, type PagerProps } from './pager.js';

type ColumnName = string | { readonly number: string };

interface TableProps {
  /** Kind of its entries, as the style sheet knows it. */
  readonly of: string;
  readonly columns: readonly ColumnName[];
  /** Its rows. */
  readonly children: ComponentChildren;
}

export function Table({ of, columns, children }: TableProps) {
  return (
    <table class={`rows ${of}`}>
      <thead>
        <tr>
          {columns.map((column) => {
            const [name, kind] = typeof column === 'string' ? [column] : [column.number, 'number'];
            return (
              <th key={name} scope="col" class={kind}>
                {name}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface PagedTableProps extends TableProps, PagerProps {
  readonly title: string;
  /** Whether another page is on its way. */
  readonly isLoading: boolean;
}

export function PagedTable({ title, isLoading, of, columns, children, ...pages }: PagedTableProps) {
  return (
    <section aria-busy={isLoading}>
      <h2>{title}</h2>
      <Table of={of} columns={columns}>
        {children}
      </Table>
      <Pager {...pages} />
    </section>
  );
}
