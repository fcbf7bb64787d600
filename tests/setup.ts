/** For every test file: a failed test shows what the processes it started have said, and none of them outlives the file. */
import { describeProcesses, forgetEndedProcesses, stopProcesses } from '@chaintrail/testkit';
import { afterAll, afterEach } from 'vitest';

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(describeProcesses());
  forgetEndedProcesses();
});
afterAll(() => stopProcesses(), 60_000);
