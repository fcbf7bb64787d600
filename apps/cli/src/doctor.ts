#!/usr/bin/env node
/** `chaintrail doctor`: looks at all that settings name, and says what to change. Changes nothing. */
import { DOCTOR, readCommandLine } from '@chaintrail/commands';
import { type DoctorSettings, loadDoctorSettings, SettingsError, withRunningService } from '@chaintrail/config';
import { checkDatabase, checkReplica } from './doctor/check-database.js';
import { checkFiles } from './doctor/check-files.js';
import { checkFolder, checkPorts, isContainer } from './doctor/check-machine.js';
import { checkNode } from './doctor/check-node.js';
import { checkRedis } from './doctor/check-redis.js';
import { exitStatusOf, type Finding, Findings, reportText } from './doctor/finding.js';

const { json } = readCommandLine<{ json?: true }>(DOCTOR).options;
const findings = await examine(await withRunningService(process.env));
const status = exitStatusOf(findings);
process.stdout.write(
  json ? `${JSON.stringify({ status, findings }, null, 2)}\n` : reportText(findings, process.stdout),
  // A connection that went silent would keep the process.
  () => process.exit(status),
);

async function examine(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const own = new Findings('settings');
  try {
    const settings = loadDoctorSettings(env);
    for (const warning of settings.warnings) own.add('settings', 'warning', warning);
    if (settings.warnings.length === 0) own.add('settings', 'ok', 'all can be read');
    return [...own.all, ...(await examineAll(settings, env))];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const problem of error.problems) own.add('settings', 'fails', problem);
    own.add('settings', 'warning', 'nothing else was looked at: correct these first');
    return own.all;
  }
}

/** Side by side. Each check is bounded. */
async function examineAll(settings: DoctorSettings, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const { databases, chains, replicaMaxLagMs, redisUrl, dataDir } = settings;
  const databaseOf = (code: string) =>
    databases.find(({ chain }) => chain === code) ?? databases.find(({ chain }) => chain === null);
  const checked = databases.map((database) =>
    checkDatabase(
      database,
      chains.filter(({ chain }) => databaseOf(chain.code) === database),
    ),
  );
  const own = new Findings('DATABASE_URL');
  if (databases.length === 0)
    own.add(
      'server',
      'warning',
      'not set, which "npx chaintrail start" alone does without: name a database, or start it',
    );
  const replicas = databases.flatMap(({ replicas: urls, readVariable }) =>
    urls.map((url) => checkReplica(url, readVariable, replicaMaxLagMs)),
  );
  const states = Promise.all(checked).then((all) => all.flatMap((each) => each.states));
  const nodes = chains.map(async (each) => {
    const height = (await states).find(({ chain }) => chain === each.chain.code)?.height ?? null;
    return checkNode(each, height === null ? null : height + 1);
  });
  const parts = await Promise.all([
    // A container has ports and a disk of its own, and the embedded server alone keeps anything there.
    ...(isContainer(env) && databases.length > 0 ? [] : [checkPorts(settings), checkFolder(dataDir)]),
    checkFiles(settings, env),
    ...checked.map(async (each) => (await each).findings),
    ...replicas,
    ...(redisUrl === undefined ? [] : [checkRedis(redisUrl)]),
    ...nodes,
  ]);
  return [...own.all, ...parts.flat()];
}
