import type { Secret } from '@chaintrail/config';
import { Redis } from 'ioredis';
import { type Finding, Findings, inTime, messageOf } from './finding.js';

const OLDEST = [6, 2] as const;

/** Never rejects. */
export async function checkRedis(url: Secret): Promise<readonly Finding[]> {
  const findings = new Findings('REDIS_URL');
  const redis = new Redis(url.reveal(), { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  let reason: unknown;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await inTime(redis.connect());
    const askedMs = performance.now();
    const info = await inTime(redis.info('server'));
    const tookMs = performance.now() - askedMs;
    const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'of unknown version';
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
    const tooOld = isOld ? `Redis ${version} is too old: upgrade it to ${OLDEST.join('.')} or newer` : null;
    findings.judge('server', tooOld, `Redis ${version}, ${Math.ceil(tookMs)} ms`, 'fails');
  } catch (error) {
    const said = messageOf(reason ?? error);
    findings.add('server', 'fails', `Redis does not answer as it should (${said}): start it, or correct REDIS_URL`);
  } finally {
    redis.disconnect();
  }
  return findings.all;
}
