/** For every test file: draws are repeatable, a failed test shows what the processes it started have said, and none of them outlives the file. */
// Not the whole test kit: a file that needs nothing of it would spend half its time on loading it.
import '@chaintrail/testkit/exercised';
import { describeProcesses, forgetEndedProcesses, stopProcesses } from '@chaintrail/testkit/process';
import fc from 'fast-check';
import { afterAll, afterEach } from 'vitest';
import { testSeed } from './support/seed.js';

fc.configureGlobal({ seed: testSeed() });

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(describeProcesses());
  forgetEndedProcesses();
});
afterAll(() => stopProcesses(), 60_000);
