/** `/docs`: Swagger UI from its npm package, and below it the errors that the `type` of every problem leads to. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROBLEM_TYPES } from '../schemas/problem-types.js';

const require = createRequire(import.meta.url);
const swaggerUi = dirname(require.resolve('swagger-ui-dist/package.json'));

/** File name below /docs → file. */
export const DOCS_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': join(swaggerUi, 'swagger-ui.css'),
  'swagger-ui-bundle.js': join(swaggerUi, 'swagger-ui-bundle.js'),
  'docs.css': fileURLToPath(new URL('../../assets/docs.css', import.meta.url)),
  'docs.js': fileURLToPath(new URL('../../assets/docs.js', import.meta.url)),
};

/** @param base path that the proxy puts before this server's; empty without one */
export function docsPage(base: string): string {
  const problems = Object.entries(PROBLEM_TYPES).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chaintrail API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/docs/swagger-ui.css">
<link rel="stylesheet" href="${base}/docs/docs.css">
</head>
<body>
<noscript><p class="plain">This page needs JavaScript; the same as JSON is at <a href="${base}/swagger">/swagger</a>.</p></noscript>
<div id="swagger" data-document="${base}/swagger"></div>
<section id="problems" class="plain">
<h2>Errors</h2>
<p>Every error is <code>application/problem+json</code> with one of these codes.</p>
<table>
<thead><tr><th>code</th><th>status</th><th>meaning</th></tr></thead>
<tbody>
${problems.join('\n')}
</tbody>
</table>
</section>
<script src="${base}/docs/swagger-ui-bundle.js"></script>
<script src="${base}/docs/docs.js"></script>
</body>
</html>
`;
}
