/** The engine API: who may call it, and which versions of its methods a block's fork asks for. Source: ethereum/execution-apis src/engine. */
import { createHmac } from 'node:crypto';

/** Guards a node that lives for minutes on a loopback port; being in the source is harmless. */
export const ENGINE_SECRET = '11'.repeat(32);

/** Versions of the API's methods from a fork on, by the fork's setting in a genesis file; before all of them 1. */
const FORKS = [
  { setting: 'shanghaiTime', forkchoiceUpdated: 2, getPayload: 2, newPayload: 2 },
  { setting: 'cancunTime', forkchoiceUpdated: 3, getPayload: 3, newPayload: 3 },
  { setting: 'pragueTime', forkchoiceUpdated: 3, getPayload: 4, newPayload: 4 },
  { setting: 'osakaTime', forkchoiceUpdated: 3, getPayload: 5, newPayload: 4 },
  { setting: 'amsterdamTime', forkchoiceUpdated: 4, getPayload: 6, newPayload: 5 },
] as const;

export type EngineVersions = ReturnType<typeof engineVersions>;

/** @param timestamp of the block */
export function engineVersions(config: Readonly<Record<string, unknown>>, timestamp: number) {
  const isActive = (from: unknown) => typeof from === 'number' && timestamp >= from;
  const fork = FORKS.findLast(({ setting }) => isActive(config[setting]));
  const { forkchoiceUpdated, getPayload, newPayload } = fork ?? { forkchoiceUpdated: 1, getPayload: 1, newPayload: 1 };
  return {
    ...{ forkchoiceUpdated, getPayload, newPayload },
    hasWithdrawals: newPayload >= 2,
    hasBeaconRoot: newPayload >= 3,
    hasRequests: newPayload >= 4,
    hasSlotNumber: newPayload >= 5,
  };
}

/** A JSON web token as the engine API's authentication.md wants it: HS256, made within the last minute. */
export function engineToken(): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iat: Math.floor(Date.now() / 1000) })}`;
  return `${signed}.${createHmac('sha256', Buffer.from(ENGINE_SECRET, 'hex')).update(signed).digest('base64url')}`;
}
