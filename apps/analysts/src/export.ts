#!/usr/bin/env node
/** `npx chaintrail export btc.transfers --from 2026-11-01 --to 2026-12-01 --format parquet`: a table or view as a file. */
import { EXPORT, readCommandLine } from '@chaintrail/commands';
import { type ExportOptions, runExport } from './run-export.js';

const { args, options } = readCommandLine<ExportOptions>(EXPORT);
const { status, message } = await runExport(String(args[0]), options, process.env);
if (status === 0) console.log(message);
else console.error(message);
process.exitCode = status;
