import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from './support/served.js';
import { startApi } from './support/start-api.js';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const api = serve(async () => undefined);

const assetsOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, path]) => path!);

describe('at /', () => {
  it('browsers get a page, everybody else the index document', async () => {
    const page = await api.get('/', { headers: BROWSER });
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.text).toMatch(/^<!doctype html>/);
    for (const Accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5', 'image/png']) {
      const { json, headers } = await api.get('/', { headers: { Accept } });
      expect(json?.name, Accept).toBe('Chaintrail');
      expect(headers.get('Vary')).toMatch(/\bAccept(?!-)/);
    }
    expect(page.headers.get('Vary')).toMatch(/\bAccept(?!-)/);
    expect((await api.get('/v0', { headers: BROWSER })).json.name).toBe('Chaintrail');
  });

  it('takes scripts and styles from this server alone, none from the page itself', async () => {
    const { headers, text } = await api.get('/', { headers: BROWSER });
    const policy = headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=/);
  });
});

it('the page is everywhere below /explorer, with whatever it is asked', async () => {
  const { text } = await api.get('/', { headers: BROWSER });
  for (const path of ['/explorer', '/explorer/', '/explorer/btc/tx/ab?at=5', '/explorer/a/b/c/d']) {
    const page = await api.get(path);
    expect(page.status, path).toBe(200);
    expect(page.text, path).toBe(text);
    expect(page.headers.get('Cache-Control')).toBe('no-cache');
  }
  expect((await api.get('/explorer', { method: 'HEAD' })).status).toBe(200);
  expect((await api.get('/explorers', { headers: BROWSER })).json.code).toBe('unknown-route');
});

describe('assets', () => {
  it('are kept for good under the name of what is in them, and come compressed', async () => {
    const paths = assetsOf((await api.get('/explorer')).text);
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      expect(path).toMatch(/^\/explorer\/assets\/[\w-]+-[\w-]{8}\.(js|css)$/);
      const lengths = new Map<string, number>();
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { status, headers, text } = await api.get(path, { headers: { 'Accept-Encoding': encoding } });
        expect(status).toBe(200);
        expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
        expect(headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding);
        expect(headers.get('Vary')).toContain('Accept-Encoding');
        expect(headers.get('Content-Type')).toMatch(path.endsWith('js') ? /^text\/javascript/ : /^text\/css/);
        lengths.set(text, Number(headers.get('Content-Length')));
      }
      // The same file, however it came.
      expect(lengths.size).toBe(1);
    }
  });

  it('are no way to other files', async () => {
    for (const name of [
      '..%2Findex.html',
      '%2e%2e%2findex.html',
      'index.html',
      '..%5c..',
      'constructor',
      'gone-12345678.js',
    ])
      expect((await api.get(`/explorer/assets/${name}`)).json?.code, name).toBe('unknown-route');
  });
});

it('behind a proxy that puts a path before it, everything is below that path', async () => {
  const proxied = await startApi(api.databaseUrl, { publicUrl: 'https://example.org/chains' });
  onTestFinished(() => proxied.stop());
  const { text } = await proxied.get('/explorer');
  expect(text).toContain('data-base="/chains/explorer"');
  expect(assetsOf(text).every((path) => path.startsWith('/chains/explorer/assets/'))).toBe(true);
  expect(text.match(/"\/(?!chains\/)[^"]*"/g)).toBeNull();
});
