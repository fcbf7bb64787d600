import { parseArgs } from 'node:util';

export const USAGE =
  'Usage: npm run export -- <schema>.<table or view> [--from <time>] [--to <time>] [--format csv|parquet] [--out <file>]';

export interface ExportArguments {
  readonly relation: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly format: 'csv' | 'parquet';
  readonly out: string;
}

/** @returns what is wrong, as a sentence, where something is */
export function readExportArguments(args: readonly string[]): ExportArguments | string {
  try {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { from: text, to: text, format: text, out: text },
      allowPositionals: true,
    });
    const [relation, ...more] = positionals;
    const { format = 'csv' } = values;
    if (relation === undefined || more.length > 0) return 'Name one table or view.';
    if (format !== 'csv' && format !== 'parquet') return `--format is csv or parquet, not ${format}.`;
    return {
      relation,
      from: values.from ?? null,
      to: values.to ?? null,
      format,
      out: values.out ?? `${relation}.${format}`,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
