/** A compose file of this project, read from its own text: lists are blocks, and settings are on lines of their own. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** @returns the text of each service */
export function servicesOf(path: string): Map<string, string> {
  const text = readFileSync(ROOT + path, 'utf8');
  const parts = text.slice(text.indexOf('\nservices:\n'), text.indexOf('\nsecrets:\n')).split(/\n {2}(?=\w+:\n)/);
  return new Map(parts.slice(1).map((part) => [part.slice(0, part.indexOf(':')), part]));
}

/** @returns the items of `key: - a - b`, in order */
export function listOf(service: string, key: string): string[] {
  const block = new RegExp(`\\n    ${key}:\\n((?: {6}(?:- |#).*\\n?)+)`).exec(service)?.[1] ?? '';
  return [...block.matchAll(/^ {6}- (.*)$/gm)].map(([, item]) => item!);
}

/** @returns the settings below `environment:` */
export function environmentOf(service: string): Record<string, string> {
  const block = /\n {4}environment:\n((?: {6}.*\n)+)/.exec(service)?.[1] ?? '';
  return Object.fromEntries([...block.matchAll(/^ {6}(\w+): "?(.*?)"?$/gm)].map(([, name, value]) => [name!, value!]));
}
