/** A reporter of vitest: which files the time of a run goes to. */
import { relative } from 'node:path';
import { ROOT } from './project.js';

const SHOWN = 20;

export default class SlowestFiles {
  onTestRunEnd(modules) {
    if (modules.length <= 1) return;
    const files = modules.map((module) => ({ name: relative(ROOT, module.moduleId), seconds: secondsOf(module) }));
    const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
    const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
    console.log(['', `The ${slowest.length} slowest files of ${modules.length}:`, ...lines, ''].join('\n'));
  }
}

/** With what is loaded and set up for it. */
function secondsOf(module) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1_000;
}
