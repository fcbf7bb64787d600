import { z } from 'zod';
import { ProblemError } from '../problem.js';
import { currencyParameter } from '../schemas/parameters.js';
import { type Route, route, SYNCING } from '../services/route.js';
import { requireKnown } from './blockbook-route.js';
import { openSocket, opensSocket } from './socket.js';

export const SOCKET_ROUTE: Route = route({
  path: '/blockbook/{currency}/websocket',
  atRoot: true,
  operationId: 'blockbookWebSocket',
  tag: 'Blockbook',
  summary: 'The same, and what happens, by WebSocket',
  description:
    'Messages are `{"id":"…","method":"…","params":{…}}`, answers `{"id":"…","data":{…}}`, errors `{"id":"…","data":{"error":{"message":"…"}}}`. ' +
    'Each message costs what the request of the same kind does. `subscribeNewBlock` and `subscribeAddresses` are pushed under the id of their ' +
    'subscription; transactions when they come, and again when a block has them. A new subscription takes the place of the one before.',
  pathParameters: z.strictObject({ currency: currencyParameter }),
  response: { mediaType: 'application/json', description: 'Never: the connection becomes a WebSocket (101).' },
  errors: 'error',
  problems: { 404: 'This server does not follow the currency, or not for Blockbook.', 503: SYNCING },
  async handle(services, { followed, request, caller }) {
    const known = requireKnown(followed);
    if (!opensSocket(request))
      throw new ProblemError('bad-request', 'this path is for WebSockets: connect to it with ws:// or wss://');
    const response = request.res!;
    await services.streams.enter(caller, 0, response);
    return {
      mediaType: 'application/json',
      send: () => openSocket(request, { services, followed: known, caller, response }),
    };
  },
});
