import { answerNow } from '../http/answer.js';
import { ProblemError } from '../problem.js';
import { Health, Readiness } from '../schemas/status-schema.js';
import { route } from '../services/route.js';
import { VERSION } from '../version.js';

const ON_ADMIN_PORT = 'On the port for operators (`ADMIN_PORT`), unless that is off.';

export const health = route({
  path: '/health',
  atRoot: true,
  operationId: 'getHealth',
  tag: 'Server',
  summary: 'Liveness: the process answers',
  description: 'Answers as long as the process does, without a database: for whoever restarts processes.',
  response: Health,
  isForOperators: true,
  isForClients: true,
  handle: () => answerNow({ status: 'ok' as const, version: VERSION, uptime: Math.floor(process.uptime()) }),
});

export const ready = route({
  path: '/ready',
  atRoot: true,
  operationId: 'getReadiness',
  tag: 'Server',
  summary: 'Readiness: the database answers and holds the tables',
  description:
    'Whether requests may be sent to this process: for load balancers. An answer with 503 says why not. ' +
    ON_ADMIN_PORT,
  response: Readiness,
  problems: { 503: 'The database does not answer or has no tables yet, or the server is shutting down.' },
  isForOperators: true,
  async handle({ store, stopping }) {
    if (stopping.aborted)
      throw new ProblemError('shutting-down', 'this process is finishing its last requests', { retryAfter: 5 });
    if (!(await store.hasTables()))
      throw new ProblemError(
        'store-unavailable',
        'the database has no tables yet; the indexer or `npx chaintrail migrate` makes them',
        { retryAfter: 5 },
      );
    return answerNow({ status: 'ready' as const });
  },
});

export const metrics = route({
  path: '/metrics',
  atRoot: true,
  operationId: 'getMetrics',
  tag: 'Server',
  summary: 'Metrics for Prometheus: this process, its requests, and every chain',
  description: `${ON_ADMIN_PORT} Answers without a database, too: \`chaintrail_store_up\` is 0 then, and nothing is said of the chains.`,
  response: { mediaType: 'text/plain; version=0.0.4', description: "Prometheus' text format." },
  isForOperators: true,
  async handle({ scrape }) {
    return { shared: await scrape(), maxAge: 0 };
  },
});
