/** The engine API: who may call it, and which versions of its methods a block's fork asks for. Source: ethereum/execution-apis src/engine. */
import { createHmac } from 'node:crypto';

/** Guards a node that lives for minutes on a loopback port; being in the source is harmless. */
export const ENGINE_SECRET = '11'.repeat(32);

export interface EngineVersions {
  readonly forkchoiceUpdated: number;
  readonly getPayload: number;
  readonly newPayload: number;
  readonly hasWithdrawals: boolean;
  readonly hasBeaconRoot: boolean;
  readonly hasRequests: boolean;
  readonly hasSlotNumber: boolean;
}

const PARIS: EngineVersions = {
  forkchoiceUpdated: 1,
  getPayload: 1,
  newPayload: 1,
  hasWithdrawals: false,
  hasBeaconRoot: false,
  hasRequests: false,
  hasSlotNumber: false,
};

/** What each fork changes, by the name of its setting in a genesis file. */
const FORKS: readonly (readonly [setting: string, changes: Partial<EngineVersions>])[] = [
  ['shanghaiTime', { forkchoiceUpdated: 2, getPayload: 2, newPayload: 2, hasWithdrawals: true }],
  ['cancunTime', { forkchoiceUpdated: 3, getPayload: 3, newPayload: 3, hasBeaconRoot: true }],
  ['pragueTime', { getPayload: 4, newPayload: 4, hasRequests: true }],
  ['osakaTime', { getPayload: 5 }],
  ['amsterdamTime', { forkchoiceUpdated: 4, getPayload: 6, newPayload: 5, hasSlotNumber: true }],
];

/** @param timestamp of the block */
export function engineVersions(config: Readonly<Record<string, unknown>>, timestamp: number): EngineVersions {
  let versions = PARIS;
  for (const [setting, changes] of FORKS) {
    const from = config[setting];
    if (typeof from === 'number' && timestamp >= from) versions = { ...versions, ...changes };
  }
  return versions;
}

/** A JSON web token as the engine API's authentication.md wants it: HS256, made within the last minute. */
export function engineToken(): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iat: Math.floor(Date.now() / 1000) })}`;
  return `${signed}.${createHmac('sha256', Buffer.from(ENGINE_SECRET, 'hex')).update(signed).digest('base64url')}`;
}
